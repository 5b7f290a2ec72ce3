import { cameraPageCapability } from '@sightline/contracts/camera-pages/camera-page';
import { cameraPageCommands } from '@sightline/contracts/camera-pages/camera-page-link';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { forwardTo, namesOf } from '../../platform/link/command-handlers.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { PageSupervision } from './page-supervision.ts';

/** Passes the own pages of cameras on. */
export const cameraPagesCapability: EdgeCapability<EdgeCore & RecoverGives, object, keyof typeof cameraPageCommands> = {
  verb: 'camera-pages',
  abilities: [cameraPageCapability],
  begins: 'withServer',
  start: ({ config, stores, log }, onStop) => {
    const pages = new PageSupervision({ config, cameras: () => stores.cameras.list(), log });
    onStop(() => pages.stop());
    return { handlers: forwardTo(pages, namesOf(cameraPageCommands)), configure: () => pages.configure() };
  },
};
