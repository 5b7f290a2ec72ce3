import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { concatBytes } from '@sightline/media/bytes/bytes';
import type { Disk } from '../../src/capabilities/footage/disk.ts';

/** What happened to the disk, in order. Paths are relative to the volume. `promise` = something was acknowledged here. */
export type TraceStep =
  | { op: 'create' | 'sync' | 'sync-directory' | 'remove'; path: string }
  | { op: 'write'; path: string; position: number; bytes: Uint8Array }
  | { op: 'truncate'; path: string; bytes: number }
  | { op: 'promise'; path: string; offset: number; length: number };

/** A disk that does everything for real and remembers it. */
export function traceDisk(disk: Disk, volume: string): { disk: Disk; trace: TraceStep[] } {
  const trace: TraceStep[] = [];
  const names = new Map<number, string>();
  const name = (path: string): string => relative(volume, path);
  const opened = async (path: string, file: Promise<number>): Promise<number> => {
    names.set(await file, name(path));
    return file;
  };
  return {
    trace,
    disk: {
      ...disk,
      async create(path) {
        const file = await opened(path, disk.create(path));
        trace.push({ op: 'create', path: name(path) });
        return file;
      },
      open: (path) => opened(path, disk.open(path)),
      async write(file, parts, position) {
        trace.push({ op: 'write', path: names.get(file)!, position, bytes: concatBytes(parts) });
        await disk.write(file, parts, position);
      },
      async sync(file) {
        await disk.sync(file);
        trace.push({ op: 'sync', path: names.get(file)! });
      },
      async syncDirectory(path) {
        await disk.syncDirectory(path);
        trace.push({ op: 'sync-directory', path: name(path) });
      },
      async truncate(file, bytes) {
        trace.push({ op: 'truncate', path: names.get(file)!, bytes });
        await disk.truncate(file, bytes);
      },
      async remove(path) {
        await disk.remove(path);
        trace.push({ op: 'remove', path: name(path) });
      },
    },
  };
}

interface TracedFile {
  durable: Uint8Array;
  named: boolean;
  pending: { position: number; bytes: Uint8Array }[];
}

const sector = 512;

/** What a crash may make of writes that were not synced: all there, none there, or any sectors of any of them. */
export type CrashKind = 'all' | 'none' | 'torn';

/** Builds the files as they may stand after the power went away behind the first `steps` steps. `random` in [0, 1). */
export function replayCrash(
  trace: readonly TraceStep[],
  crash: { steps: number; kind: CrashKind; random: () => number; into: string },
): void {
  const files = new Map<string, TracedFile>();
  for (const step of trace.slice(0, crash.steps)) applyStep(files, step);
  for (const [path, file] of files) {
    if (!file.named && (crash.kind === 'none' || (crash.kind === 'torn' && crash.random() < 0.5))) continue;
    let content = file.durable;
    for (const write of file.pending) content = applyWrite(content, write, crash);
    mkdirSync(join(crash.into, dirname(path)), { recursive: true });
    writeFileSync(join(crash.into, path), content);
  }
}

function applyStep(files: Map<string, TracedFile>, step: TraceStep): void {
  if (step.op === 'create') files.set(step.path, { durable: new Uint8Array(0), named: false, pending: [] });
  if (step.op === 'sync-directory') {
    for (const [path, file] of files) if (dirname(path) === step.path) file.named = true;
  }
  if (step.op === 'remove') files.delete(step.path);
  const file = files.get(step.path);
  if (file === undefined) return;
  if (step.op === 'write') file.pending.push(step);
  if (step.op === 'sync') {
    for (const write of file.pending) file.durable = put(file.durable, write.position, write.bytes);
    file.pending = [];
  }
}

function put(content: Uint8Array, position: number, bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.max(content.length, position + bytes.length));
  out.set(content);
  out.set(bytes, position);
  return out;
}

function applyWrite(
  content: Uint8Array,
  write: { position: number; bytes: Uint8Array },
  crash: { kind: CrashKind; random: () => number },
): Uint8Array {
  if (crash.kind === 'all') return put(content, write.position, write.bytes);
  const choice = crash.random();
  if (crash.kind === 'none' || choice < 0.2) return content;
  if (choice < 0.4)
    return put(content, write.position, write.bytes.subarray(0, Math.floor(crash.random() * write.bytes.length)));
  // The size is there, but some sectors were never written: they read as zeros.
  const torn = write.bytes.slice();
  for (let at = -(write.position % sector); at < torn.length; at += sector) {
    if (crash.random() < 0.3) torn.fill(0, Math.max(0, at), Math.max(0, at + sector));
  }
  return put(content, write.position, torn);
}
