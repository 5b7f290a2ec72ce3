import { logProblem } from '../log/log.ts';

/** Written by the build beside the scripts; never cached by anybody. */
const manifestPath = '/sw-manifest.json';

const versionForm = /^\d+\.\d+\.\d+$/;

/** What the server hands out now. */
export interface ServedVersion {
  /** digits.digits.digits */
  version: string;
  /** Path of the first script; another one is another build, also of the same version. */
  entry: string | null;
}

interface Manifest {
  appData: { version: string };
  entry?: string;
}

const isManifest = (value: unknown): value is Manifest => {
  const appData = (value as { appData?: { version?: unknown } } | null)?.appData;
  return typeof appData?.version === 'string' && versionForm.test(appData.version);
};

/** The version that the server hands out now. Null when it cannot be known: that is logged and means that there is no update. */
export const fetchVersion = async (ownVersion: string): Promise<ServedVersion | null> => {
  const query = new URLSearchParams({ sw_update_bust: String(Date.now()), sw_version: ownVersion });
  try {
    const response = await fetch(`${manifestPath}?${query.toString()}`, {
      cache: 'no-store',
      credentials: 'same-origin',
    });
    if (!response.ok) throw new Error(`status ${String(response.status)}`);
    const manifest: unknown = await response.json();
    if (!isManifest(manifest)) throw new Error('no version of the form 1.2.3 in it');
    return { version: manifest.appData.version, entry: manifest.entry ?? null };
  } catch (failure) {
    logProblem('The version of the application could not be read', failure);
    return null;
  }
};
