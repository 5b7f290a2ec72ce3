import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError, errorCatalogue } from '@sightline/contracts/shared/errors';
import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { LogFiles } from '../platform/log/log-files.ts';
import { type Log, makeFiledLog } from '../platform/log/log.ts';
import { isStoreDamaged } from '../platform/store/store-damage.ts';
import type { EdgeConfig } from './config.ts';
import { readConfig } from './config.ts';
import { Edge } from './edge.ts';
import { tellParent } from './parent.ts';

const stopLimitMs = 8_000;

function fail(code: ErrorCode, detail: string): never {
  const message = detail ? `${errorCatalogue[code].text} (${detail})` : errorCatalogue[code].text;
  tellParent({ type: 'failed', code, message });
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
  await runUntilStopped({ config, log, startedMs });
}

/** Runs the core; one that finds its store damaged is started anew in this process, so that nobody outside need do it. */
async function runUntilStopped({
  config,
  log,
  startedMs,
}: {
  config: EdgeConfig;
  log: Log;
  startedMs: number;
}): Promise<void> {
  let stopping = false;
  let edge: Edge;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    void edge.stop().then(() => process.exit(0));
  };
  const begin = async (): Promise<void> => {
    edge = new Edge({
      config,
      log,
      onStep: (name) => tellParent({ type: 'step', name, elapsedMs: Math.round(performance.now() - startedMs) }),
    });
    edge.onLinkFailed = (code) => {
      // Never paired, and no code can come: there is nothing to record and nobody to ask.
      if (!config.claimFile)
        fail(code, config.claimCode ? '' : 'this core is not paired yet, and no --claim was given');
    };
    edge.onStoreDamaged = () => void beginAnew();
    // A store that turns out to be damaged meanwhile is seen to already.
    await edge.start().catch((error: unknown) => {
      if (!isStoreDamaged(error)) throw error;
    });
  };
  const beginAnew = async (): Promise<void> => {
    if (stopping) return;
    // Whoever runs this program starts it again.
    const limit = setTimeout(() => process.exit(1), stopLimitMs);
    await edge.stop().catch((error: unknown) => log.error({ detail: String(error) }, 'the core did not end well'));
    clearTimeout(limit);
    if (!stopping) await begin().catch(failFrom);
  };
  endOnMistake(log);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const begun = begin();
  onParentGone(stop);
  await begun;
  tellParent({ type: 'ready', url: config.serverUrl });
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

function failFrom(error: unknown): never {
  return fail(
    error instanceof AppError ? error.code : 'internal',
    error instanceof AppError ? Object.values(error.data).join(', ') : String(error),
  );
}

main().catch(failFrom);
