const discover = 1;
const offer = 2;
const magic = [99, 130, 83, 99];
const typeOption = 53;
const serverOption = 54;
const optionsAt = 240;
/** Answers shall come by broadcast: whoever asks has no address yet. */
const broadcastFlag = 0x80_00;

/** A DHCPDISCOVER of a device that does not exist, with this number and hardware address. */
export function writeDiscover(number: number, hardware: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(optionsAt + 60);
  const view = new DataView(bytes.buffer);
  bytes.set([1, 1, 6, 0]);
  view.setUint32(4, number);
  view.setUint16(10, broadcastFlag);
  bytes.set(hardware.subarray(0, 6), 28);
  bytes.set(magic, 236);
  bytes.set([typeOption, 1, discover, 55, 2, 1, 3, 255], optionsAt);
  return bytes;
}

/** Address of the server whose offer answers the question with this number; null for anything else. */
export function readOffer(bytes: Uint8Array, number: number): string | null {
  if (bytes.length < optionsAt || bytes[0] !== 2) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(4) !== number || !magic.every((value, index) => bytes[236 + index] === value)) return null;
  let type = 0;
  let server = [...bytes.subarray(20, 24)].join('.');
  for (let at = optionsAt; at + 1 < bytes.length && bytes[at] !== 255;) {
    if (bytes[at] === 0) {
      at += 1;
      continue;
    }
    const length = bytes[at + 1] ?? 0;
    if (bytes[at] === typeOption) type = bytes[at + 2] ?? 0;
    if (bytes[at] === serverOption && length === 4 && at + 6 <= bytes.length)
      server = [...bytes.subarray(at + 2, at + 6)].join('.');
    at += 2 + length;
  }
  return type === offer ? server : null;
}
