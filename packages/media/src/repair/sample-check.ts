/**
 * Whether a coded picture is whole. After a power cut a file may have its full size while blocks inside were never written and
 * read as zeros. Coded video never holds three zero bytes in a row (emulation prevention), so that shows; the NAL lengths must fill
 * the sample as well.
 */
export function isSampleWhole(bytes: Uint8Array): boolean {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const size = ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
    at += 4;
    if (size === 0 || size > bytes.length - at || hasZeroRun(bytes, at, at + size)) return false;
    at += size;
  }
  return at === bytes.length;
}

function hasZeroRun(bytes: Uint8Array, from: number, to: number): boolean {
  // Every third byte is enough to find a run of three; its neighbours are looked at only then.
  for (let i = from + 2; i < to; i += 3) {
    if (bytes[i] !== 0) continue;
    if (bytes[i - 1] === 0 && (bytes[i - 2] === 0 || (i + 1 < to && bytes[i + 1] === 0))) return true;
    if (i + 2 < to && bytes[i + 1] === 0 && bytes[i + 2] === 0) return true;
  }
  return false;
}
