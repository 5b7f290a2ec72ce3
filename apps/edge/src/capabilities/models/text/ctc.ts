/** Reads steps of probabilities (`steps × characters`, the first is the blank): the best of each step, repeats joined. */
export function decodeSteps(data: Float32Array, characters: readonly string[]): { text: string; score: number } {
  const columns = characters.length + 1;
  let text = '';
  let sum = 0;
  let count = 0;
  let before = 0;
  for (let step = 0; step * columns < data.length; step += 1) {
    let best = 0;
    for (let column = 1; column < columns; column += 1)
      if (data[step * columns + column]! > data[step * columns + best]!) best = column;
    if (best !== 0 && best !== before) {
      text += characters[best - 1]!;
      sum += data[step * columns + best]!;
      count += 1;
    }
    before = best;
  }
  return { text, score: count === 0 ? 0 : sum / count };
}
