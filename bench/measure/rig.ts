import type { Camera } from '@sightline/contracts/cameras/camera';
import type { StreamOptions } from '@sightline/simulators/rtsp/rtsp-server-api';
import type { TestMediaKind } from '@sightline/testing/cameras/test-media';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { loadavg } from 'node:os';
import type { Site, System } from '../../e2e/fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../../e2e/fixtures/system.ts';
import { buildWeb, isWebCurrent } from '../../tools/cli/web-build.ts';

export interface Rig {
  system: System;
  site: Site;
  cameras: Camera[];
}

/** The whole product with `count` cameras online, for the time of `work`; everything is stopped and removed afterwards. */
export async function withRig(
  options: { count: number; media: TestMediaKind; onPicture?: StreamOptions['onPicture'] },
  work: (rig: Rig) => Promise<void>,
): Promise<void> {
  if (!isWebCurrent()) await buildWeb('collect');
  const file = await testMedia(options.media);
  const system = await startSystem();
  try {
    const site = await setUpSite(system);
    const cameras: Camera[] = [];
    for (let index = 0; index < options.count; index++) {
      const path = pathOf(index);
      await system.cameras.addStream(path, { file, ...(options.onPicture ? { onPicture: options.onPicture } : {}) });
      cameras.push(
        await addCamera(system, site, { name: `Camera ${String(index + 1)}`, main: system.cameras.url(path) }),
      );
    }
    for (const camera of cameras) await waitForCamera(system, camera.id, 'online');
    await work({ system, site, cameras });
  } finally {
    await system.stop();
  }
}

/** Path of camera `index` on the simulated camera server. */
export const pathOf = (index: number): string => `camera-${String(index)}`;

/** Says how busy the machine was, for every figure depends on it. */
export function printLoad(): void {
  console.log(
    `load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(', ')} at the end of the run`,
  );
}
