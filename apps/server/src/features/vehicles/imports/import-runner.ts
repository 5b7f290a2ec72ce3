import { setImmediate as breathe } from 'node:timers/promises';
import type { FaultyLine } from '@sightline/contracts/vehicles/vehicle-import';
import { columnsIn, fileRows, type FileRow, type VehicleColumn } from '@sightline/domain/vehicles/vehicle-file';
import { confusedKey, plateKey } from '@sightline/domain/vehicles/plate-key';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { nobody, type Changes, type ChangeWork } from '../../../platform/database/changes.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import { tellVehicles } from '../known/vehicle-list.synced.ts';
import { touchParts } from '../known/vehicle-parts.repository.ts';
import { findSaved, tellSaved } from '../unsaved/plate-readings.repository.ts';
import { countVehicles, type VehicleWords } from '../vehicles.repository.ts';
import { readLine, textOf } from './import-lines.ts';
import { fileKey, importJobs } from './import-work.ts';
import * as repository from './vehicle-imports.repository.ts';

const batch = 500;
const maxLines = 1_000_000;
const maxVehicles = 1_000_000;
/** So many rows are counted before others have their turn. */
const countedAtOnce = 5_000;

/** What the work needs from the rest of the server. */
export interface ImportRunnerDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  blobs: Blobs;
  jobs: Jobs;
}

/** A file that is being worked on. */
interface Running {
  deps: ImportRunnerDeps;
  place: repository.ImportPlace;
  /** This process ends, or another one has the work. */
  isEnding: () => boolean;
}

/** Works on files whether anybody watches or not; what another process left behind goes on where it was left. */
export async function startVehicleImports(deps: ImportRunnerDeps): Promise<Worker> {
  let isStopping = false;
  const worker = await deps.jobs.work(importJobs, { atOnce: 2 }, ({ data: place, signal }) =>
    workOnFile({ deps, place, isEnding: () => isStopping || signal.aborted }),
  );
  return {
    stop: () => {
      isStopping = true;
      return worker.stop();
    },
  };
}

async function workOnFile(running: Running): Promise<JobEnd | undefined> {
  const { deps, place } = running;
  const row = await deps.database.withOrganization(place.organizationId, (trx) => repository.findImport(trx, place));
  if (row?.state === 'waiting' || row?.state === 'running') {
    const file = await deps.blobs.read(fileKey(place));
    const text = file === null ? null : textOf(file);
    if (text === null) await end(running, { state: 'failed', cause: 'unreadable' });
    else if (!(await workOnText(running, text))) return { kind: 'again', reason: 'the process that worked on it ends' };
  }
  // Once, and not with each of many pieces of the file: each would tell cores nearly all that they know anew.
  await deps.changes.run({ organizationId: place.organizationId, by: nobody }, (work) =>
    tellVehicles(deps, work, place),
  );
  await deps.blobs.remove(fileKey(place));
  return undefined;
}

/** Rows below the headings, with where each column stands; null for a file without plates. */
function opened(text: string): { columns: Partial<Record<VehicleColumn, number>>; rows: Generator<FileRow> } | null {
  const rows = fileRows(text);
  const first = rows.next();
  const columns = columnsIn(first.done === true ? undefined : first.value);
  return columns === null ? null : { columns, rows };
}

/** Goes on by so many rows; answers how many there were. */
async function passOver(rows: Generator<FileRow>, atMost: number): Promise<number> {
  let count = 0;
  while (count < atMost && rows.next().done !== true) {
    count += 1;
    if (count % countedAtOnce === 0) await breathe();
  }
  return count;
}

/** How many rows there are, at most one more than is allowed. */
const countRows = (rows: Generator<FileRow>): Promise<number> => passOver(rows, maxLines + 1);

/** False when it was left where it was. */
async function workOnText(running: Running, text: string): Promise<boolean> {
  const counted = opened(text);
  if (counted === null) return end(running, { state: 'failed', cause: 'noPlates' });
  const lines = await countRows(counted.rows);
  if (lines > maxLines) return end(running, { state: 'failed', cause: 'tooManyLines' });
  const { deps, place } = running;
  const done = await deps.database.withOrganization(place.organizationId, async (trx) => {
    const row = await repository.holdImport(trx, place);
    if (row?.state === 'waiting') await repository.updateImport(trx, place, { state: 'running', lines });
    return row?.done ?? 0;
  });
  const file = opened(text);
  if (file === null) return true;
  await passOver(file.rows, done);
  for (;;) {
    if (running.isEnding()) return false;
    const rows = take(file.rows);
    if (rows.length === 0) return end(running, { state: 'done' });
    if (
      !(await workOnRows(
        running,
        rows.map((row) => readLine(row, file.columns)),
      ))
    )
      return true;
  }
}

function take(rows: Generator<FileRow>): FileRow[] {
  const taken: FileRow[] = [];
  while (taken.length < batch) {
    const next = rows.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

type Lines = readonly ReturnType<typeof readLine>[];

/** Vehicles of these lines, as many as the organization has room for; the rest is at fault. */
const asFaults = (lines: Lines, fault: FaultyLine['fault']): FaultyLine[] =>
  lines.flatMap((line) => ('vehicle' in line ? [{ line: line.line, plate: line.vehicle.plate, fault }] : []));

/** Adds what is new of some lines, and writes down how far it is, in one transaction. False when it was canceled. */
const workOnRows = ({ deps, place }: Running, lines: Lines): Promise<boolean> =>
  deps.database.withOrganization(place.organizationId, async (trx) => {
    const row = await repository.holdImport(trx, place);
    if (row?.state !== 'running') return false;
    const wrong = lines.flatMap((line) => ('fault' in line ? [line] : []));
    const good = lines.flatMap((line) => ('vehicle' in line ? [line] : []));
    const hasRoom = (await countVehicles(trx, place.organizationId, maxVehicles)) + good.length <= maxVehicles;
    const vehicles: VehicleWords[] = good.map(({ vehicle }) => vehicle);
    const isNew = hasRoom ? await repository.insertNewVehicles(trx, place.organizationId, vehicles) : [];
    const known = hasRoom ? good.filter((_line, at) => isNew[at] !== true) : [];
    const inserted = isNew.filter(Boolean).length;
    const plates = good.filter((_line, at) => isNew[at] === true).map(({ vehicle }) => vehicle.plate);
    const confused = plates.map((plate) => confusedKey(plateKey(plate)));
    await findSaved(trx, place.organizationId, confused);
    await tellSaved(trx, place.organizationId, confused);
    await touchParts(trx, place.organizationId, confused);
    const left = hasRoom ? [] : asFaults(good, 'tooMany');
    const faults = [...wrong, ...left, ...asFaults(known, 'duplicate')].toSorted((a, b) => a.line - b.line);
    const room = Math.max(0, repository.keptFaults - row.skipped - row.failed);
    await repository.insertFaults(trx, place, faults.slice(0, room));
    await repository.updateImport(trx, place, {
      done: row.done + lines.length,
      inserted: row.inserted + inserted,
      skipped: row.skipped + known.length,
      failed: row.failed + wrong.length + left.length,
    });
    return true;
  });

/** The work ends; the audit hears what became of it, and open screens that there are other vehicles. */
async function end(
  { deps, place }: Running,
  how: { state: 'done' } | { state: 'failed'; cause: 'unreadable' | 'noPlates' | 'tooManyLines' },
): Promise<true> {
  const { organizationId, importId } = place;
  const row = await deps.database.withOrganization(organizationId, (trx) => repository.findImport(trx, place));
  if (!row) return true;
  const by = { userId: row.createdBy, sessionId: row.sessionId, address: undefined };
  await deps.changes.run({ organizationId, by }, async (work: ChangeWork) => {
    const held = await repository.holdImport(work.trx, place);
    if (held?.state !== 'waiting' && held?.state !== 'running') return;
    await repository.updateImport(work.trx, place, how);
    const { name, inserted, skipped, failed } = held;
    const data = { name, inserted, skipped, failed };
    await work.audit({ action: 'vehicle.import', entityKind: 'vehicleImport', entityId: importId, data });
    if (inserted > 0) await work.announce({ kind: 'vehicles.changed' });
  });
  return true;
}
