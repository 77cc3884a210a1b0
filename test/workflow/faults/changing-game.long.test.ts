import { describeMatrix } from "./matrix.ts";
import { CHANGING_GAME, CHANGING_LISTED_GAME, CHANGING_PLAIN_GAME, CHANGING_SILENT_GAME } from "./scenarios.ts";

describeMatrix(CHANGING_GAME, 4);
describeMatrix(CHANGING_PLAIN_GAME, 8);
describeMatrix(CHANGING_LISTED_GAME, 16);
describeMatrix(CHANGING_SILENT_GAME, 16);
