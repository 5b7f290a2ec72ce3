import type { LineFault } from '@sightline/contracts/vehicles/vehicle-import';
import { plainText } from '@sightline/contracts/shared/ids';
import { plate as plateSchema } from '@sightline/contracts/vehicles/vehicle';
import { vehicleColorNames, type VehicleColor } from '@sightline/contracts/vehicles/vehicle-colors';
import { vehicleMakes, type VehicleMake } from '@sightline/contracts/vehicles/vehicle-makes';
import type { FileRow, VehicleColumn } from '@sightline/domain/vehicles/vehicle-file';
import { wordsOf } from '@sightline/domain/vehicles/search-words';
import type { VehicleWords } from '../vehicles.repository.ts';

const maxOwnerLength = 120;
const shownPlateLength = 40;
/** What spreadsheets reckon is no plate. */
const formula = /^[=+@]/;

/** Names as people write them: case, accents and what stands between words do not count. */
const plain = (name: string): string => wordsOf(name).join(' ');
const makes = new Map<string, VehicleMake>(vehicleMakes.map((make) => [plain(make), make]));
const colors = new Map<string, VehicleColor>(vehicleColorNames.map((color) => [color, color]));
colors.set('grey', 'gray');
/** Colours as Hebrew names them; files that this product writes have them in English. */
const hebrewColors: Readonly<Record<VehicleColor, string>> = {
  black: 'שחור',
  white: 'לבן',
  gray: 'אפור',
  silver: 'כסוף',
  red: 'אדום',
  blue: 'כחול',
  green: 'ירוק',
  yellow: 'צהוב',
  orange: 'כתום',
  brown: 'חום',
  beige: 'בז׳',
  gold: 'זהוב',
  purple: 'סגול',
  pink: 'ורוד',
};
for (const color of vehicleColorNames) colors.set(plain(hebrewColors[color]), color);

/** A line of a file: the vehicle that it says, or what is wrong with it. */
export type ReadLine = { line: number; vehicle: VehicleWords } | { line: number; plate: string; fault: LineFault };

/** What a named thing is: null where nothing is said, undefined where there is no such thing. */
const named = <T>(known: ReadonlyMap<string, T>, text: string): T | null | undefined =>
  text === '' ? null : known.get(plain(text));

/** Reads a line of a file whose columns are known. */
export function readLine({ line, cells }: FileRow, columns: Partial<Record<VehicleColumn, number>>): ReadLine {
  const of = (column: VehicleColumn): string => cells?.[columns[column] ?? -1] ?? '';
  const text = of('plate');
  const wrong = (fault: LineFault): ReadLine => ({ line, plate: text.slice(0, shownPlateLength), fault });
  if (cells === null) return wrong('quoteOpen');
  if (text === '') return wrong('plateMissing');
  const plate = plateSchema.safeParse(text);
  if (!plate.success || formula.test(text)) return wrong('plateInvalid');
  const owner = plainText.parse(of('owner')).replaceAll(/\p{Cc}+/gu, ' ');
  if (owner.length > maxOwnerLength) return wrong('ownerTooLong');
  const make = named(makes, of('make'));
  if (make === undefined) return wrong('makeUnknown');
  const color = named(colors, of('color'));
  if (color === undefined) return wrong('colorUnknown');
  return { line, vehicle: { plate: plate.data, owner: owner === '' ? null : owner, make, color } };
}

/** Text of a file in UTF-8, with or without its mark, or in UTF-16 as some programs write it; null for anything else. */
export function textOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch (malformed) {
    if (!(malformed instanceof TypeError)) throw malformed;
    return null;
  }
}
