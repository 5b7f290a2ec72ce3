import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ServicePorts } from './demo-services.ts';

/** What the demo remembers from start to start. */
export interface DemoState {
  rtspPort: number;
  controlPort: number;
  /** Password of the simulated cameras. */
  cameraPassword: string;
  servicePorts: Partial<ServicePorts>;
  /** Once: what somebody uninstalls stays so. */
  hasInstalledServices: boolean;
  /** The key of the access system and its door; null until they are made, once. */
  access: { key: string; doorId: string } | null;
}

const preferredRtspPort = 8554;

/** What every version wrote. */
type LeastState = Omit<DemoState, 'servicePorts' | 'hasInstalledServices' | 'access'>;

const noServices = { servicePorts: {}, hasInstalledServices: false, access: null };

function isState(value: unknown): value is LeastState & Partial<DemoState> {
  const state = value as Partial<LeastState> | null;
  return (
    typeof state?.rtspPort === 'number' &&
    typeof state.controlPort === 'number' &&
    typeof state.cameraPassword === 'string'
  );
}

/** Reads the state; a missing or damaged file starts anew (cameras are then moved to the new port and password). */
export async function readDemoState(file: string): Promise<DemoState> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (isState(value)) return { ...noServices, ...value };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
  }
  const cameraPassword = randomBytes(9).toString('base64url');
  return { rtspPort: preferredRtspPort, controlPort: 0, cameraPassword, ...noServices };
}

/** Writes the state so that only its owner reads it and a crash leaves the old or the new one. */
export async function writeDemoState(file: string, state: DemoState): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(`${file}.part`, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(state, null, 2));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.part`, file);
}
