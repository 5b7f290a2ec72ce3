import {
  colourName,
  colourPart,
  eventClass,
  eventPhase,
  eventSeverity,
  thumbnailKind,
  vectorKind,
  type ColourName,
  type ColourPart,
  type EventColour,
  type PathPoint,
} from '@sightline/contracts/events/event';

/** Words of the contract as small numbers, in the order of the contract, which therefore only grows at its end. */
const numbering = <T extends string>(words: readonly T[]) => ({
  toCode: (word: T): number => words.indexOf(word),
  fromCode: (code: number): T => words[code] as T,
});

export const classCodes = numbering(eventClass.options);
export const phaseCodes = numbering(eventPhase.options);
export const severityCodes = numbering(eventSeverity.options);
export const vectorCodes = numbering(vectorKind.options);

/** Bit of a kind of picture, or of vector, in a set of them. */
export const thumbnailBit = (kind: (typeof thumbnailKind.options)[number]): number =>
  1 << thumbnailKind.options.indexOf(kind);
/** Bit, in the same set, of a kind of picture that will not come. */
export const lostBit = (kind: (typeof thumbnailKind.options)[number]): number =>
  thumbnailBit(kind) << thumbnailKind.options.length;
export const vectorBit = (kind: (typeof vectorKind.options)[number]): number => 1 << vectorKind.options.indexOf(kind);

const colours = colourName.options;
const parts = colourPart.options;
/** Part and colour as one number, 0-35. */
const colourCode = (part: ColourPart, colour: ColourName): number =>
  parts.indexOf(part) * colours.length + colours.indexOf(colour);

/** A colour with its share in per cent: the lower 7 bits hold the share. */
export const packColour = ({ part, colour, share }: EventColour): number =>
  (colourCode(part, colour) << 7) | Math.round(share * 100);

export function unpackColour(packed: number): EventColour {
  const code = packed >> 7;
  return {
    part: parts[Math.floor(code / colours.length)] as ColourPart,
    colour: colours[code % colours.length] as ColourName,
    share: (packed & 127) / 100,
  };
}

/** Share in per cent from which a colour is a tint: the smallest that a search asks for unless it says otherwise. */
export const minTintPercent = 15;
const tintsEach = 2;

/** Colours that an index of vectors knows: up to two clothes above the waist or of a body, and up to two below. */
export interface Tints {
  upperOrBody: number[];
  lower: number[];
  /** There are more than these. */
  hasMore: boolean;
}

/** The place of a tint of this code among `Tints`. */
export const isLower = (code: number): boolean => parts[Math.floor(code / colours.length)] === 'lower';

/** The tints among packed colours. */
export function tintsOf(packed: readonly number[]): Tints {
  const codes = [...new Set(packed.filter((each) => (each & 127) >= minTintPercent).map((each) => each >> 7))];
  const [lower, upperOrBody] = [codes.filter(isLower), codes.filter((code) => !isLower(code))];
  return {
    upperOrBody: upperOrBody.slice(0, tintsEach),
    lower: lower.slice(0, tintsEach),
    hasMore: Math.max(lower.length, upperOrBody.length) > tintsEach,
  };
}

/** Codes of the given colours on one part, or on any. */
export const colourCodes = (wanted: readonly ColourName[], part: ColourPart | undefined): number[] =>
  (part === undefined ? parts : [part]).flatMap((each) => wanted.map((colour) => colourCode(each, colour)));

/** A bit for each of the codes; up to 36 of them, so that it is a text for a bigint column. */
export const colourMask = (codes: readonly number[]): string =>
  codes.reduce((mask, code) => mask | (1n << BigInt(code)), 0n).toString();

/** The database refuses numbers that are nearer to zero than single precision can tell. */
export const singlePrecision = (value: number): number => Math.round(value * 1e6) / 1e6;

const pointBytes = 12;
const full = 65_535;

/** A box path in 12 bytes a point. */
export function packPath(path: readonly PathPoint[]): Buffer {
  const bytes = Buffer.allocUnsafe(path.length * pointBytes);
  for (const [index, [atMs, ...shares]] of path.entries()) {
    bytes.writeUInt32LE(atMs, index * pointBytes);
    for (const [place, share] of shares.entries())
      bytes.writeUInt16LE(Math.round(share * full), index * pointBytes + 4 + place * 2);
  }
  return bytes;
}

/** Shares to four digits: a tenth of a pixel of an ordinary picture. */
const readShare = (bytes: Buffer, at: number): number => Math.round((bytes.readUInt16LE(at) / full) * 10_000) / 10_000;

export const unpackPath = (bytes: Buffer): PathPoint[] =>
  Array.from({ length: bytes.length / pointBytes }, (_, index) => {
    const at = index * pointBytes;
    return [
      bytes.readUInt32LE(at),
      readShare(bytes, at + 4),
      readShare(bytes, at + 6),
      readShare(bytes, at + 8),
      readShare(bytes, at + 10),
    ];
  });
