import { colourName, colourPart } from '@sightline/contracts/events/event';
import type { Traits } from '../rules/facts.ts';
import type { ByteReader, ByteWriter } from './byte-io.ts';
import { stepOf, steps } from './rounded-looks.ts';

const has = { plate: 1, face: 2 } as const;

/** Writes what is known of a track. */
export function writeTraits(bytes: ByteWriter, { plate, face, colours }: Traits): void {
  bytes.byte((plate === null ? 0 : has.plate) | (face === null ? 0 : has.face));
  if (plate !== null) {
    bytes.byte(plate.text.length);
    for (let at = 0; at < plate.text.length; at += 1) bytes.byte(plate.text.charCodeAt(at));
    bytes.byte(stepOf(plate.score, steps.score));
    bytes.byte(plate.reads);
  }
  if (face !== null) {
    bytes.byte(face.sights);
    bytes.byte(stepOf(face.score, steps.score));
  }
  bytes.byte(colours.length);
  for (const { part, colour, share } of colours) {
    bytes.byte(colourPart.options.indexOf(part));
    bytes.byte(colourName.options.indexOf(colour));
    bytes.byte(stepOf(share, steps.colour));
  }
}

function readPlate(bytes: ByteReader): Traits['plate'] {
  const signs = Array.from({ length: bytes.byte() }, () => String.fromCharCode(bytes.byte()));
  return { text: signs.join(''), score: bytes.byte() / steps.score, reads: bytes.byte() };
}

/** Reads what `writeTraits` wrote. */
export function readTraits(bytes: ByteReader): Traits {
  const flags = bytes.byte();
  const plate = flags & has.plate ? readPlate(bytes) : null;
  const face = flags & has.face ? { sights: bytes.byte(), score: bytes.byte() / steps.score } : null;
  const colours = Array.from({ length: bytes.byte() }, () => {
    const [part, colour] = [colourPart.options[bytes.byte()], colourName.options[bytes.byte()]];
    if (part === undefined || colour === undefined) throw new RangeError('a colour that is not known');
    return { part, colour, share: bytes.byte() / steps.colour };
  });
  return { plate, face, colours };
}
