import { releaseKey } from '@sightline/contracts/edge-releases/core-package';
import { AppError } from '@sightline/contracts/shared/errors';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isNetwork } from '../platform/device-networks/device-networks.ts';
import type { EdgeConfig } from '../platform/edge-config.ts';

/** One documented UDP port for viewers; the live worker takes any other when it is in use. */
const defaultIcePort = 8189;

const usage =
  'edge --server URL (--claim CODE | --claim-file PATH) --data FOLDER [--footage FOLDER] [--server-ca FILE] [--ice-port N] [--no-local-views] [--model-packs FOLDER] [--no-model-fetch] [--device-networks CIDR,CIDR] [--analysis-workers N] [--least-days N] [--release-keys KEY,KEY]';

function checkServerUrl(text: string | undefined): string {
  const url = text && URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new AppError('bad_request', { usage, option: '--server' });
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !isLoopback) throw new AppError('listen_insecure', { option: '--server' });
  return url.origin;
}

function prepareFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
  } catch (cause) {
    throw new AppError('data_folder_unwritable', { dataFolder: path }, { cause });
  }
  return path;
}

/** Remembers what `--footage` said, so that a start without it does not begin anew elsewhere. */
const placeFile = 'footage.place';

function namedFootage(dataFolder: string, given: string | undefined): string | null {
  const file = join(dataFolder, placeFile);
  const before = existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  const folder = given === undefined ? before : resolve(given);
  if (folder === before) return before;
  // A folder that was there before may have gone with its disk; one that never was is a mistake.
  if (folder === null || !existsSync(folder))
    throw new AppError('data_folder_unwritable', { dataFolder: String(folder) });
  writeFileSync(file, folder);
  return folder;
}

/**
 * Where footage lies: in the data folder, or where `--footage` says now or said before. That may be the data folder of a core that this one
 * replaces, with its disk: what it recorded and its ledger are taken up. Touches nothing there: whether its disk is mounted is seen later.
 */
function footagePlaces(
  dataFolder: string,
  given: string | undefined,
): Pick<EdgeConfig, 'footageFolder' | 'volume' | 'adoptFrom'> {
  const folder = namedFootage(prepareFolder(dataFolder), given);
  if (folder === null || folder === dataFolder)
    return { footageFolder: dataFolder, volume: join(dataFolder, 'footage'), adoptFrom: null };
  const isDataFolder = existsSync(join(folder, 'core.sqlite')) || existsSync(join(folder, 'footage'));
  return {
    footageFolder: folder,
    volume: isDataFolder ? join(folder, 'footage') : folder,
    adoptFrom: isDataFolder ? folder : null,
  };
}

function readCertificate(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AppError('bad_request', { usage, option: '--server-ca' }, { cause });
  }
}

function readWholeNumber(text: string, range: { option: string; min: number; max: number }): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < range.min || value > range.max)
    throw new AppError('bad_request', { usage, option: range.option });
  return value;
}

function readNetworks(text: string): string[] {
  const networks = text.split(',').flatMap((network) => network.trim() || []);
  if (!networks.every(isNetwork)) throw new AppError('bad_request', { usage, option: '--device-networks' });
  return networks;
}

function readKeys(text: string | undefined): string[] | null {
  const keys = text?.split(',').flatMap((key) => key.trim() || []) ?? null;
  if (keys?.every((key) => releaseKey.safeParse(key).success) === false)
    throw new AppError('bad_request', { usage, option: '--release-keys' });
  return keys;
}

/** Half of the processor cores: the other half records, serves viewers, and is the system's. */
const defaultWorkers = (): number => Math.min(8, Math.max(1, Math.floor(availableParallelism() / 2)));

/** What the command line says, or else the environment. */
function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      footage: { type: 'string' },
      server: { type: 'string' },
      claim: { type: 'string' },
      'claim-file': { type: 'string' },
      'server-ca': { type: 'string' },
      'ice-port': { type: 'string', default: String(defaultIcePort) },
      'no-local-views': { type: 'boolean', default: false },
      'model-packs': { type: 'string', default: process.env['SIGHTLINE_MODEL_PACKS'] },
      'no-model-fetch': { type: 'boolean', default: process.env['SIGHTLINE_MODEL_FETCH'] === 'off' },
      'device-networks': { type: 'string', default: process.env['SIGHTLINE_DEVICE_NETWORKS'] ?? '' },
      'analysis-workers': {
        type: 'string',
        default: process.env['SIGHTLINE_ANALYSIS_WORKERS'] ?? String(defaultWorkers()),
      },
      'least-days': { type: 'string', default: process.env['SIGHTLINE_LEAST_DAYS'] ?? '1' },
      software: { type: 'string' },
      'updating-since': { type: 'string' },
      'release-keys': { type: 'string' },
      'log-level': { type: 'string', default: 'info' },
    },
  });
  return values;
}

/** Reads the command line; fails with a code of the catalogue before anything was touched. */
export function readConfig(args: string[]): EdgeConfig {
  const values = readOptions(args);
  if (!values.data) throw new AppError('bad_request', { usage, option: '--data' });
  const icePort = readWholeNumber(values['ice-port'], { option: '--ice-port', min: 0, max: 65_535 });
  const analysisWorkers = readWholeNumber(values['analysis-workers'], { option: '--analysis-workers', min: 1, max: 8 });
  const leastDays = readWholeNumber(values['least-days'], { option: '--least-days', min: 0, max: 3650 });
  const serverUrl = checkServerUrl(values.server);
  const dataFolder = prepareFolder(resolve(values.data));
  return {
    dataFolder,
    ...footagePlaces(dataFolder, values.footage),
    leastDays,
    logFolder: prepareFolder(join(dataFolder, 'logs')),
    serverUrl,
    claimCode: values.claim ?? null,
    claimFile: values['claim-file'] ? resolve(values['claim-file']) : null,
    serverCa: values['server-ca'] ? readCertificate(values['server-ca']) : null,
    icePort,
    allowsLocalViews: !values['no-local-views'],
    modelPacks: values['model-packs'] ? resolve(values['model-packs']) : null,
    fetchesModels: !values['no-model-fetch'],
    deviceNetworks: readNetworks(values['device-networks']),
    analysisWorkers,
    softwareFolder: values.software ? resolve(values.software) : null,
    updatingSinceUtcMs: values['updating-since'] ? Number(values['updating-since']) : null,
    releaseKeys: readKeys(values['release-keys']),
    logLevel: values['log-level'],
  };
}
