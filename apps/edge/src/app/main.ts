import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError, errorCatalogue } from '@sightline/contracts/shared/errors';
import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { LogFiles } from '../platform/log/log-files.ts';
import { makeFiledLog } from '../platform/log/log.ts';
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
  const edge = new Edge({
    config,
    log,
    onStep: (name) => tellParent({ type: 'step', name, elapsedMs: Math.round(performance.now() - startedMs) }),
  });
  edge.onLinkFailed = (code) => {
    // Never paired, and no code can come: there is nothing to record and nobody to ask.
    if (!config.claimFile) fail(code, config.claimCode ? '' : 'this core is not paired yet, and no --claim was given');
  };
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    void edge.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  onParentGone(stop);
  await edge.start();
  tellParent({ type: 'ready', url: config.serverUrl });
}

main().catch((error: unknown) => {
  fail(error instanceof AppError ? error.code : 'internal', error instanceof AppError ? Object.values(error.data).join(', ') : String(error));
});
