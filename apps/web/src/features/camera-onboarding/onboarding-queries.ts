import { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { callQuery } from '../../platform/api/client.ts';

const pollMs = 1000;

/** The newest scan of a core that the person began; asked again while it goes on. */
export const lastScan = (edgeId: string) => ({
  ...callQuery(cameraOnboardingCalls.lastScan, { query: { edgeId } }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { scan: { state: string } | null } | undefined } }) =>
    state.data?.scan?.state === 'running' ? pollMs : (false as const),
});

/** A list of cameras; asked again while it is worked on. */
export const importById = (id: string) => ({
  ...callQuery(cameraImportsCalls.get, { params: { id } }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { work: string } | undefined } }) =>
    state.data?.work === 'none' ? (false as const) : pollMs,
});

/** Lists that the person brought lately. */
export const ownImports = () => ({ ...callQuery(cameraImportsCalls.list, {}), staleTime: 0 });

/** How many rows of a list are shown at once. */
export const rowsAtOnce = 50;

/** Rows of a list after a line; asked again while it is worked on. */
export const importRows = (
  id: string,
  shown: { afterLine: number; only: 'all' | 'failed' | 'created' },
  isWorking: boolean,
) => ({
  ...callQuery(cameraImportsCalls.rows, { params: { id }, query: { ...shown, limit: rowsAtOnce } }),
  staleTime: 0,
  // The list may say that it is done before the last of its rows was asked for.
  refetchInterval: ({ state }: { state: { data?: { items: readonly { loading: boolean }[] } | undefined } }) =>
    isWorking || state.data?.items.some(({ loading }) => loading) === true ? pollMs : (false as const),
});

/** A camera that was just made, until its picture is there. */
export const madeCamera = (id: string) => ({
  ...callQuery(camerasCalls.get, { params: { id } }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: { status: { state: string } } | undefined } }) =>
    state.data?.status.state === 'online' ? (false as const) : 2 * pollMs,
});
