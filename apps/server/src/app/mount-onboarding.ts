import { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import type { FastifyInstance } from 'fastify';
import { cameraDevicesRoutes } from '../features/camera-devices/camera-devices.routes.ts';
import { createCameraDevicesService } from '../features/camera-devices/camera-devices.service.ts';
import { createCameraImportsService } from '../features/camera-onboarding/camera-imports.service.ts';
import { cameraImportsRoutes, cameraOnboardingRoutes } from '../features/camera-onboarding/camera-onboarding.routes.ts';
import { createCameraOnboardingService } from '../features/camera-onboarding/camera-onboarding.service.ts';
import { createCameraScansService } from '../features/camera-onboarding/camera-scans.service.ts';
import { ImportRunner } from '../features/camera-onboarding/import-runner.ts';
import { createCameraLookService } from '../features/cameras/camera-look.service.ts';
import { createCamerasService } from '../features/cameras/cameras.service.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import type { Platform } from './platform.ts';

/** How cameras come in, and the devices behind them. To be stopped after the link, which ends what cores are asked. */
export function mountOnboarding(
  app: FastifyInstance,
  platform: Platform,
  edges: EdgeCommands,
): { stop(): Promise<void> } {
  const { memberOf } = platform.sessions;
  const cameras = createCamerasService({ ...platform, edges });
  const look = createCameraLookService({ ...platform, edges, memberOf });
  const onboarding = createCameraOnboardingService({ ...platform, edges, cameras });
  const scans = createCameraScansService({ ...platform, edges });
  const runner = new ImportRunner({ ...platform, memberOf, cameras, look, onboarding });
  const imports = createCameraImportsService({ ...platform, memberOf, wake: () => runner.wake() });
  mountCalls(app, 'cameraOnboarding', {
    calls: cameraOnboardingCalls,
    handlers: cameraOnboardingRoutes(onboarding, scans),
  });
  mountCalls(app, 'cameraImports', { calls: cameraImportsCalls, handlers: cameraImportsRoutes(imports) });
  mountCalls(app, 'cameraDevices', {
    calls: cameraDevicesCalls,
    handlers: cameraDevicesRoutes(createCameraDevicesService({ ...platform, edges, cameras })),
  });
  runner.start();
  return {
    stop: async () => {
      await runner.stop();
      await scans.stop();
    },
  };
}
