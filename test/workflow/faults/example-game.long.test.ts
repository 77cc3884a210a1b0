import { describeMatrix } from "./matrix.ts";
import { EXAMPLE_GAME } from "./scenarios.ts";

describeMatrix(EXAMPLE_GAME, 150);
