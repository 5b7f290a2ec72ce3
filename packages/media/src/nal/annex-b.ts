/** Splits Annex-B bytes at start codes (00 00 01). Views into `bytes`, no copies; bytes before the first code are ignored. */
export function splitAnnexB(bytes: Uint8Array): Uint8Array[] {
  const nals: Uint8Array[] = [];
  let start = -1;
  for (let i = 0; i + 2 < bytes.length;) {
    if (bytes[i + 2]! > 1) i += 3;
    else if (bytes[i] === 0 && bytes[i + 1] === 0 && bytes[i + 2] === 1) {
      if (start >= 0) pushTrimmed(nals, bytes, { start, end: i });
      start = i + 3;
      i += 3;
    } else i++;
  }
  if (start >= 0) pushTrimmed(nals, bytes, { start, end: bytes.length });
  return nals;
}

// Zero bytes before a start code belong to the code (00 00 00 01), not to the unit.
function pushTrimmed(nals: Uint8Array[], bytes: Uint8Array, range: { start: number; end: number }): void {
  let end = range.end;
  while (end > range.start && bytes[end - 1] === 0) end--;
  if (end > range.start) nals.push(bytes.subarray(range.start, end));
}
