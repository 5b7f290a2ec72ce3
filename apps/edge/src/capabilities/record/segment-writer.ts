import { join } from 'node:path';
import type { AssembledFragment } from '@sightline/media/fmp4/fragment-assembler';
import { buildInitSegment } from '@sightline/media/fmp4/init-segment';
import { encodeFragmentRecord, recordBytes } from '@sightline/media/fragment-index/fragment-record';
import type { StreamConfig } from '@sightline/media/units/access-unit';
import type { Disk } from '../footage/disk.ts';
import type { RecordMessage, SegmentClosedMessage } from '../footage/record-messages.ts';
import { indexPath, segmentPath } from '../footage/segment-path.ts';

export interface SegmentOptions {
  streamId: string;
  volume: string;
  config: StreamConfig;
  disk: Disk;
  syncPolicy: 'fragment' | 'relaxed';
  emit: (message: RecordMessage) => void;
}

const relaxedSyncMs = 5000;
const maxNameTries = 100;

/** Writes one segment file with its index. Calls come one after another; after an error only `close` may be called. */
export class SegmentWriter {
  readonly #options: SegmentOptions;
  #path = '';
  #file = -1;
  #index = -1;
  #startMs = 0;
  #endMs = 0;
  #bytes = 0;
  #records = 0;
  #syncedMs = 0;
  #unsynced = false;
  #torn = false;

  constructor(options: SegmentOptions) {
    this.#options = options;
  }

  /** Creates both files and makes their names durable: without that a power cut may forget the file, not only its end. */
  async open(wallMs: number): Promise<void> {
    const { disk, volume, streamId, config, emit } = this.#options;
    const init = buildInitSegment(config);
    await this.#create(Math.round(wallMs));
    await disk.write(this.#file, [init], 0);
    this.#bytes = init.length;
    await disk.syncDirectory(join(volume, this.#path, '..'));
    const { video, audio } = config;
    emit({
      type: 'segment.opened',
      streamId,
      path: this.#path,
      startAtUtcMs: this.#startMs,
      initBytes: init.length,
      videoCodec: video.codec,
      codecString: video.codecString,
      width: video.width,
      height: video.height,
      audioCodec: audio?.codec ?? null,
    });
  }

  /** Writes a fragment, syncs it, then indexes it: what the index names is on the disk. */
  async append(fragment: AssembledFragment, monotonicMs: number): Promise<void> {
    const { disk, streamId, emit } = this.#options;
    const record = { ...fragment.record, offset: this.#bytes };
    this.#torn = true;
    await disk.write(this.#file, fragment.parts, this.#bytes);
    this.#unsynced = true;
    if (this.#options.syncPolicy === 'fragment' || monotonicMs - this.#syncedMs >= relaxedSyncMs) {
      await disk.sync(this.#file);
      this.#syncedMs = monotonicMs;
      this.#unsynced = false;
    }
    await disk.write(this.#index, [encodeFragmentRecord(record)], this.#records * recordBytes);
    this.#torn = false;
    this.#records++;
    this.#bytes += record.bytes;
    this.#endMs = record.wallMs + record.duration / 90;
    emit({
      type: 'fragment.written',
      streamId,
      path: this.#path,
      startAtUtcMs: Math.round(record.wallMs),
      endAtUtcMs: Math.round(this.#endMs),
      offset: record.offset,
      bytes: record.bytes,
      startsWithKey: record.startsWithKey,
    });
  }

  /** Takes back what an error left behind, makes the rest durable and closes. A segment without footage is deleted. */
  async close(): Promise<void> {
    const { disk, volume, streamId, emit } = this.#options;
    if (this.#file < 0) return;
    try {
      if (this.#torn) await this.#cutBack();
      if (this.#records > 0 && (this.#unsynced || this.#torn)) await disk.sync(this.#file);
      if (this.#records > 0 && this.#index >= 0) await disk.sync(this.#index);
    } finally {
      await this.#release();
    }
    if (this.#records > 0) {
      emit(this.#closed());
      return;
    }
    await disk.remove(join(volume, this.#path));
    await disk.remove(join(volume, indexPath(this.#path)));
    emit({ type: 'segment.removed', streamId, path: this.#path, reason: 'empty' });
  }

  async #create(requestMs: number): Promise<void> {
    const { disk, volume, streamId } = this.#options;
    for (let attempt = 0; ; attempt++) {
      this.#startMs = requestMs + attempt;
      this.#path = segmentPath(streamId, this.#startMs);
      const made = await disk.makeDirectory(join(volume, this.#path, '..'));
      for (const path of made) await disk.syncDirectory(join(path, '..'));
      try {
        this.#file = await disk.create(join(volume, this.#path));
        this.#index = await disk.create(join(volume, indexPath(this.#path)));
        return;
      } catch (error) {
        // After a clock that went back the name may be taken by older footage, which is never overwritten.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt >= maxNameTries) throw error;
        await this.#release();
      }
    }
  }

  async #cutBack(): Promise<void> {
    const { disk } = this.#options;
    await disk.truncate(this.#file, this.#bytes);
    if (this.#index >= 0) await disk.truncate(this.#index, this.#records * recordBytes);
  }

  async #release(): Promise<void> {
    const { disk } = this.#options;
    const [file, index] = [this.#file, this.#index];
    this.#file = -1;
    this.#index = -1;
    if (file >= 0) await disk.close(file);
    if (index >= 0) await disk.close(index);
  }

  #closed(): SegmentClosedMessage {
    const { streamId, config } = this.#options;
    return {
      type: 'segment.closed',
      streamId,
      path: this.#path,
      startAtUtcMs: this.#startMs,
      endAtUtcMs: Math.round(this.#endMs),
      bytes: this.#bytes,
      videoCodec: config.video.codec,
      codecString: config.video.codecString,
      width: config.video.width,
      height: config.video.height,
      audioCodec: config.audio?.codec ?? null,
      repaired: false,
    };
  }
}
