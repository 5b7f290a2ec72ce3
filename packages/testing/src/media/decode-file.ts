import { fork } from 'node:child_process';

export interface DecodedPicture {
  ptsMs: number;
  width: number;
  height: number;
  /** The frame counter painted into test media; null when the picture is damaged. */
  counter: number | null;
}

export interface DecodedFile {
  /** In presentation order. */
  pictures: DecodedPicture[];
  videoPackets: number;
  audioPackets: number;
  audioSamples: number;
}

/** Decodes a whole media file with FFmpeg's libraries in a process of its own. Rejects when it cannot be read at all. */
export function decodeFile(file: string): Promise<DecodedFile> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./decode-worker.ts', import.meta.url), [file], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errors = '';
    let result: DecodedFile | null = null;
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2000);
    });
    child.once('message', (message) => {
      result = message as DecodedFile;
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (result !== null) resolve(result);
      else reject(new Error(`could not decode ${file} (exit ${code}): ${errors}`));
    });
  });
}
