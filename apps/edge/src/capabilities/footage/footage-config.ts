import type { EdgeConfig } from '../../platform/edge-config.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { WatchableCamera } from '../privacy/watchable-camera.ts';
import { privacyOf } from '../privacy/camera-privacy.ts';

/** What every process must know that shows or exports footage, from what is wanted now. */
export function sharedConfig({
  config: { volume, serverUrl, serverCa },
  stores,
  place: { mark },
  busSocketPath,
}: {
  config: EdgeConfig;
  stores: EdgeStores;
  place: { mark: string };
  busSocketPath: string;
}) {
  const cameras = stores.cameras.list().map((camera): WatchableCamera => ({
    cameraId: camera.id,
    streams: camera.streams.map(({ id, kind }) => ({
      streamId: id,
      kind,
      footageId: stores.cameras.footageOf(camera.id, kind)?.id ?? id,
    })),
    privacy: privacyOf(camera),
  }));
  return { busSocketPath, storePath: stores.path, volume, mark, serverUrl, serverCa, cameras };
}
