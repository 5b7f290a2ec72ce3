import { rtspDriver } from '../../src/drivers/rtsp/rtsp-driver.ts';
import type { SourceSession } from '../../src/drivers/source-driver.ts';
import type { Disk } from '../../src/capabilities/footage/disk.ts';
import { HeldBudget } from '../../src/capabilities/record/held-budget.ts';
import type { DiskStatusMessage, RecordMessage } from '../../src/capabilities/footage/record-messages.ts';
import { plainTarget } from '../../src/capabilities/record/recording-target.ts';
import { StreamRecorder, type StreamRecorderOptions } from '../../src/capabilities/record/stream-recorder.ts';

export interface Rig {
  recorder: StreamRecorder;
  messages: RecordMessage[];
  diskStates: DiskStatusMessage['state'][];
  source: SourceSession;
  /** Footage written so far, ms. */
  writtenMs(): number;
}

/** A recorder of one stream fed by a real camera connection. */
export function startRig(url: string, options: Partial<StreamRecorderOptions> & { volume: string; disk: Disk }): Rig {
  const messages: RecordMessage[] = [];
  const diskStates: DiskStatusMessage['state'][] = [];
  const recorder = new StreamRecorder({
    streamId: 's',
    syncPolicy: 'fragment',
    emit: (message) => messages.push(message),
    prepare: () => Promise.resolve(),
    held: new HeldBudget(1e9),
    diskState: (state) => {
      if (diskStates.at(-1) !== state) diskStates.push(state);
    },
    ...options,
  });
  recorder.source(Date.now());
  recorder.setTarget(plainTarget('on'));
  let first = true;
  const source = rtspDriver.open(
    { url, username: null, password: null, transport: 'tcp', setupTimeoutMs: 5000, startReordering: false },
    {
      config: (config) => recorder.config(config),
      unit(unit) {
        recorder.unit(unit, first);
        first = false;
      },
      end: () => undefined,
    },
  );
  const writtenMs = (): number =>
    messages.reduce(
      (sum, message) => (message.type === 'fragment.written' ? sum + message.endAtUtcMs - message.startAtUtcMs : sum),
      0,
    );
  return { recorder, messages, diskStates, source, writtenMs };
}

/** Waits for a condition; throws with `what` when it does not come. */
export async function until(condition: () => boolean, what: string, withinMs = 20_000): Promise<void> {
  const endMs = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() > endMs) throw new Error(`waited ${withinMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
