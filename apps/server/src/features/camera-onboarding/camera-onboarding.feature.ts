import { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type RunningFeature, type ServerFeature } from '../../platform/features/server-feature.ts';
import { cameraOnboardingAudit } from './camera-onboarding.audit.ts';
import { createCameraProbeService, createCamerasService } from '../cameras/cameras.public.ts';
import { createCameraImportsService } from './camera-imports.service.ts';
import { deleteExpiredImports } from './camera-onboarding.public.ts';
import { cameraImportsRoutes, cameraOnboardingRoutes } from './camera-onboarding.routes.ts';
import { createCameraOnboardingService } from './camera-onboarding.service.ts';
import { createCameraScansService } from './camera-scans.service.ts';
import { startImportRunner } from './import-runner.ts';

async function start(context: ServerContext): Promise<RunningFeature> {
  const cameras = createCamerasService(context);
  const probe = createCameraProbeService(context);
  const onboarding = createCameraOnboardingService({ ...context, cameras });
  const scans = createCameraScansService(context);
  const runner = await startImportRunner({ ...context, cameras, probe, onboarding });
  const imports = createCameraImportsService(context);
  return {
    routes: [
      answer('cameraOnboarding', cameraOnboardingCalls, cameraOnboardingRoutes(onboarding, scans)),
      answer('cameraImports', cameraImportsCalls, cameraImportsRoutes(imports)),
    ],
    stop: async () => {
      await runner.stop();
      await scans.stop();
    },
  };
}

/** How cameras come in: one by one, found in a network, or as a list. */
export const cameraOnboardingFeature: ServerFeature<ServerContext> = {
  noun: 'camera-onboarding',
  audits: cameraOnboardingAudit,
  start,
  stops: 'afterLink',
  housekeeping: ({ database, blobs }) => [
    { name: 'imports', run: (now) => deleteExpiredImports({ database, blobs }, now) },
  ],
};
