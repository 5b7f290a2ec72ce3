import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError, errorCatalogue } from '@sightline/contracts/shared/errors';
import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { LogFiles } from '../platform/log/log-files.ts';
import { type Log, makeFiledLog } from '../platform/log/log.ts';
import { isStoreDamaged } from '../platform/store/store-damage.ts';
import type { EdgeConfig } from '../platform/edge-config.ts';
import { readConfig } from './config.ts';
import { CoreRun } from './core-run.ts';
import { type FromLauncher, notifyParent } from '../platform/software/parent.ts';

function fail(code: ErrorCode, detail: string): never {
  const message = detail ? `${errorCatalogue[code].text} (${detail})` : errorCatalogue[code].text;
  notifyParent({ type: 'failed', code, message });
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readConfigOrFail(): EdgeConfig {
  try {
    return readConfig(process.argv.slice(2));
  } catch (error) {
    if (error instanceof AppError) fail(error.code, Object.values(error.data).join(', '));
    return fail('bad_request', error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<void> {
  const startedMs = performance.now();
  const config = readConfigOrFail();
  // Claiming and the link trust the server's own authority beside the well-known ones.
  if (config.serverCa) setDefaultCACertificates([...getCACertificates('default'), config.serverCa]);
  const log = makeFiledLog('core', new LogFiles({ folder: config.logFolder }));
  log.level = config.logLevel;
  const run = new CoreRun({
    config,
    log,
    onStep: (name) => notifyParent({ type: 'step', name, elapsedMs: Math.round(performance.now() - startedMs) }),
    onLinkFailed: (code) => {
      // Never paired, and no code can come: there is nothing to record and nobody to ask.
      if (!config.claimFile)
        fail(code, config.claimCode ? '' : 'this core is not paired yet, and no --claim was given');
    },
    onFailed: failFrom,
  });
  endOnMistake(log);
  listenForTheEnd(run);
  await run.start();
  notifyParent({ type: 'ready', url: config.serverUrl });
}

function endOnMistake(log: Log): void {
  process.on('uncaughtException', (error) => {
    // Met by something that nobody waits for: the core is being started anew.
    if (isStoreDamaged(error)) return;
    log.fatal({ detail: error.stack ?? String(error) }, 'the core ends because of a mistake');
    process.stderr.write(`${error.stack ?? String(error)}\n`);
    process.exit(1);
  });
}

function listenForTheEnd(run: CoreRun): void {
  const stop = (): void => run.stop();
  process.on('message', (message: FromLauncher) => {
    if (message?.type === 'software.switching') run.stop({ leavesRecorder: true });
  });
  // What the launcher said before its signal is heard before it.
  process.on('SIGTERM', () => setImmediate(() => setImmediate(stop)));
  process.on('SIGINT', stop);
  onParentGone(stop);
}

function failFrom(error: unknown): never {
  return fail(
    error instanceof AppError ? error.code : 'internal',
    error instanceof AppError ? Object.values(error.data).join(', ') : String(error),
  );
}

main().catch(failFrom);
