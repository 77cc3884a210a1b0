import { describeMatrix } from "./matrix.ts";
import { CHANGING_GAME, CHANGING_PLAIN_GAME } from "./scenarios.ts";

describeMatrix(CHANGING_GAME, 4);
describeMatrix(CHANGING_PLAIN_GAME, 8);
