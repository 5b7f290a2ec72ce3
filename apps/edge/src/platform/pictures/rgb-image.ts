/** A picture in memory: RGB, 8 bits each, rows packed without padding (`width * height * 3` bytes). */
export interface RgbImage {
  width: number;
  height: number;
  data: Uint8Array;
  /**
   * Writes the whole picture in another size into `into` (`width * height * 3` bytes). Given by who still has what the picture
   * was made of, and can do it in a quarter of the time; valid as long as `data`.
   */
  resize?: (width: number, height: number, into: Uint8Array) => void;
}
