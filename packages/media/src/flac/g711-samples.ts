/** Decodes G.711 bytes to 16-bit samples, ITU-T G.711. */
export function decodeG711(codec: 'pcmu' | 'pcma', bytes: Uint8Array): Int16Array {
  const table = codec === 'pcmu' ? muLaw : aLaw;
  const out = new Int16Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) out[i] = table[bytes[i]!]!;
  return out;
}

const muLaw = Int16Array.from({ length: 256 }, (_, code) => {
  const value = ~code & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
  return value & 0x80 ? -magnitude : magnitude;
});

const aLaw = Int16Array.from({ length: 256 }, (_, code) => {
  const value = code ^ 0x55;
  const exponent = (value & 0x70) >> 4;
  const mantissa = ((value & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return value & 0x80 ? magnitude : -magnitude;
});
