interface Searched {
  fileBytes: number;
  read: (offset: number, bytes: number) => Uint8Array;
}

const chunkBytes = 64 * 1024;
/** Head of every `prft` that our writer makes. Coded video cannot hold it: it begins with three zero bytes. */
const prftHead = [0, 0, 0, 32, 0x70, 0x72, 0x66, 0x74];

/** Offset of the first head of a `prft` at or behind `from`; null when there is none. */
export function findPrft({ fileBytes, read }: Searched, from: number): number | null {
  for (let at = from; at + prftHead.length <= fileBytes; at += chunkBytes - prftHead.length + 1) {
    const bytes = read(at, chunkBytes);
    // Four bytes into the head: the first that is not common in zeros.
    for (let p = bytes.indexOf(0x70, 4); p >= 0; p = bytes.indexOf(0x70, p + 1)) {
      if (prftHead.every((byte, index) => bytes[p - 4 + index] === byte)) return at + p - 4;
    }
  }
  return null;
}

/** Whether the file holds nothing but zeros from there on. */
export function isBlank({ fileBytes, read }: Searched, from: number): boolean {
  for (let at = from; at < fileBytes; at += chunkBytes)
    if (read(at, chunkBytes).some((byte) => byte !== 0)) return false;
  return true;
}
