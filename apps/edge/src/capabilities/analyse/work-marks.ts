import { readSync, writeSync } from 'node:fs';

/** What a worker was busy with when it ended; each null when nothing of the sort was under way. */
export interface WorkUnderWay {
  decodingCameraId: string | null;
  lookingCameraId: string | null;
  /** Folder of a pack of the operator whose model was running. */
  packFolder: string | null;
}

/**
 * Notes what native code works on, so that whoever outlives the process knows what ended it. Each call replaces what was
 * noted of its sort; null: nothing any more.
 */
export interface WorkMarks {
  decoding(cameraId: string | null): void;
  looking(cameraId: string | null): void;
  running(packFolder: string | null): void;
}

/** Where each sort lies in the file, and its length: two bytes of length and as much text as fits. */
const slots = { decoding: 0, looking: 64, running: 128 } as const;
const slotBytes = { decoding: 64, looking: 64, running: 4_096 } as const;
const fileBytes = slots.running + slotBytes.running;

type Slot = keyof typeof slots;

/** For who has nobody to tell. */
export const noMarks: WorkMarks = { decoding: () => undefined, looking: () => undefined, running: () => undefined };

/** Notes into an open file that another process reads: what was written is there whatever becomes of the writer. */
export function createWorkMarks(fd: number): WorkMarks {
  const noted: Record<Slot, string | null> = { decoding: null, looking: null, running: null };
  const note = (slot: Slot, text: string | null): void => {
    if (noted[slot] === text) return;
    noted[slot] = text;
    const bytes = Buffer.from(text ?? '');
    // Half a path would name another one.
    const entry = bytes.length > slotBytes[slot] - 2 ? Buffer.alloc(2) : Buffer.concat([Buffer.alloc(2), bytes]);
    entry.writeUInt16LE(entry.length - 2);
    writeSync(fd, entry, 0, entry.length, slots[slot]);
  };
  return {
    decoding: (cameraId) => note('decoding', cameraId),
    looking: (cameraId) => note('looking', cameraId),
    running: (packFolder) => note('running', packFolder),
  };
}

/** What was noted last. */
export function readWorkMarks(fd: number): WorkUnderWay {
  const bytes = Buffer.alloc(fileBytes);
  readSync(fd, bytes, 0, fileBytes, 0);
  const read = (slot: Slot): string | null => {
    const from = slots[slot];
    const length = Math.min(bytes.readUInt16LE(from), slotBytes[slot] - 2);
    return length === 0 ? null : bytes.toString('utf8', from + 2, from + 2 + length);
  };
  return { decodingCameraId: read('decoding'), lookingCameraId: read('looking'), packFolder: read('running') };
}

/** Nothing is under way: a new process begins. */
export function clearWorkMarks(fd: number): void {
  writeSync(fd, Buffer.alloc(fileBytes), 0, fileBytes, 0);
}
