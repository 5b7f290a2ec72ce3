import { Readable } from 'node:stream';
import { byteOrderMark, csvLine } from '@sightline/domain/texts/csv-cells';
import type { VehicleRow } from './vehicles.repository.ts';

const head = ['plate', 'owner', 'make', 'color', 'last seen', 'site'];

const seenText = ({ seenAt }: VehicleRow): string => (seenAt.getTime() === 0 ? '' : seenAt.toISOString());

const lineOf = (row: VehicleRow): string =>
  csvLine([
    row.plate.toUpperCase(),
    row.owner ?? '',
    row.make ?? '',
    row.color ?? '',
    seenText(row),
    row.locationName ?? '',
  ]);

/** Vehicles as a file that comes page by page, so that it is never in memory as a whole. */
export const csvOfVehicles = (pages: AsyncIterable<readonly VehicleRow[]>): Readable =>
  Readable.from(
    (async function* () {
      yield byteOrderMark + csvLine(head);
      for await (const rows of pages) yield rows.map(lineOf).join('');
    })(),
  );
