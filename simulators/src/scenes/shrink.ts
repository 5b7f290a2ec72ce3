function shrinkPlane(from: Uint8Array, to: Uint8Array, plan: { width: number; height: number; by: number }): void {
  const { width, height, by } = plan;
  const columns = width / by;
  const area = by * by;
  for (let y = 0; y < height / by; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      let sum = area >> 1;
      for (let row = 0; row < by; row += 1) {
        const at = (y * by + row) * width + x * by;
        for (let column = 0; column < by; column += 1) sum += from[at + column]!;
      }
      to[y * columns + x] = sum / area;
    }
  }
}

/** Makes an I420 picture smaller by a whole factor (the sizes must divide by twice the factor). */
export function shrinkPicture(from: Uint8Array, size: { width: number; height: number }, by: number): Uint8Array {
  const { width, height } = size;
  const to = new Uint8Array(from.length / (by * by));
  const luma = width * height;
  const small = luma / (by * by);
  shrinkPlane(from.subarray(0, luma), to.subarray(0, small), { width, height, by });
  for (const plane of [0, 1]) {
    const source = from.subarray(luma + (plane * luma) / 4, luma + ((plane + 1) * luma) / 4);
    shrinkPlane(source, to.subarray(small + (plane * small) / 4, small + ((plane + 1) * small) / 4), {
      width: width / 2,
      height: height / 2,
      by,
    });
  }
  return to;
}
