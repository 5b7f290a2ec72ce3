import { concatBytes } from '../bytes/bytes.ts';
import type { FlacConfig } from '../flac/flac-config.ts';
import { parseH264Sps } from '../nal/h264-sps.ts';
import { parseH265Sps } from '../nal/h265-sps.ts';
import type { AudioConfig, VideoConfig } from '../units/access-unit.ts';
import { ascii, box, fullBox, u16, u32, u8, zeros } from './box-writer.ts';

/** `avc1` or `hvc1` sample entry. */
export function videoSampleEntry(config: VideoConfig): Uint8Array {
  const name = ascii('Sightline');
  const fields = [
    zeros(6),
    u16(1),
    zeros(16),
    u16(config.width, config.height),
    u32(0x00480000, 0x00480000),
    zeros(4),
    u16(1),
    u8(name.length),
    name,
    zeros(31 - name.length),
    u16(0x0018, 0xffff),
  ];
  return config.codec === 'h264' ? box('avc1', ...fields, avcC(config)) : box('hvc1', ...fields, hvcC(config));
}

function avcC(config: VideoConfig): Uint8Array {
  const sps = config.sps[0]!;
  const parts = [u8(1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe0 | config.sps.length)];
  for (const set of config.sps) parts.push(u16(set.length), set);
  parts.push(u8(config.pps.length));
  for (const set of config.pps) parts.push(u16(set.length), set);
  const info = [100, 110, 122, 144, 244].includes(sps[1]!) ? parseH264Sps(sps) : null;
  if (info !== null)
    parts.push(u8(0xfc | info.chromaFormat, 0xf8 | (info.bitDepthLuma - 8), 0xf8 | (info.bitDepthChroma - 8), 0));
  return box('avcC', ...parts);
}

function hvcC(config: VideoConfig): Uint8Array {
  const info = parseH265Sps(config.sps[0]!);
  if (info === null) throw new RangeError('video config holds a damaged H.265 SPS');
  const parts = [
    u8(1),
    info.general,
    u16(0xf000),
    u8(0xfc, 0xfc | info.chromaFormat, 0xf8 | (info.bitDepthLuma - 8), 0xf8 | (info.bitDepthChroma - 8)),
    u16(0),
    u8((info.maxSubLayers << 3) | (info.temporalIdNested ? 4 : 0) | 3),
    u8(3),
  ];
  for (const [type, sets] of [
    [32, config.vps],
    [33, config.sps],
    [34, config.pps],
  ] as const) {
    parts.push(u8(0x80 | type), u16(sets.length));
    for (const set of sets) parts.push(u16(set.length), set);
  }
  return box('hvcC', ...parts);
}

const audioEntry = { aac: 'mp4a', flac: 'fLaC', pcmu: 'ulaw', pcma: 'alaw' } as const;

/** `mp4a`, `fLaC`, `ulaw` or `alaw` sample entry. */
export function audioSampleEntry(config: AudioConfig | FlacConfig): Uint8Array {
  // The 16.16 rate field cannot hold more than 65535 Hz; players then read the rate from the codec data.
  const rate = config.sampleRate > 0xffff ? 0 : config.sampleRate;
  const fields = [zeros(6), u16(1), zeros(8), u16(config.channels, 16, 0, 0), u16(rate, 0)];
  const decoder = config.codec === 'aac' ? [esds(config)] : config.codec === 'flac' ? [dfLa(config)] : [];
  return box(audioEntry[config.codec], ...fields, ...decoder);
}

function esds(config: AudioConfig): Uint8Array {
  const specific = descriptor(5, config.specific);
  const decoder = descriptor(4, concatBytes([u8(0x40, 0x15), zeros(11), specific]));
  const sync = descriptor(6, u8(2));
  return fullBox('esds', { version: 0, flags: 0 }, descriptor(3, concatBytes([u16(1), u8(0), decoder, sync])));
}

// One metadata block: STREAMINFO, the last.
function dfLa(config: FlacConfig): Uint8Array {
  return fullBox('dfLa', { version: 0, flags: 0 }, u8(0x80, 0, 0, config.specific.length), config.specific);
}

function descriptor(tag: number, content: Uint8Array): Uint8Array {
  return concatBytes([u8(tag, 0x80, 0x80, 0x80 | (content.length >> 7), content.length & 0x7f), content]);
}
