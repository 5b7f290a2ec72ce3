/** A picture in memory: RGB, 8 bits each, rows packed without padding (`width * height * 3` bytes). */
export interface RgbImage {
  width: number;
  height: number;
  data: Uint8Array;
}
