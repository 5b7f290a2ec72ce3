import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { CameraUpdate } from '@sightline/contracts/cameras/camera';
import { cameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Work } from '../../platform/database/database.ts';
import { analyticsSwitchesOf } from '../organizations/organizations.public.ts';
import { changedSettings, requireAllowed, requireSoundAnalysis, requireSoundSettings } from './camera-settings.ts';
import type { CameraValues } from './camera-writes.repository.ts';
import type { CameraRow } from './cameras.repository.ts';

type Input = Pick<CameraUpdate, 'analysis' | 'settings' | 'onvif'> & { place?: CameraUpdate['place'] | null };
type Values = Pick<
  CameraValues,
  'analysis' | 'settings' | 'onvifHost' | 'onvifPort' | 'address' | 'latitude' | 'longitude'
>;

const placeValues = (place: Input['place']): Partial<Values> =>
  place
    ? { address: place.address, latitude: place.coordinates?.lat ?? null, longitude: place.coordinates?.lon ?? null }
    : {};

interface Target {
  organizationId: string;
  /** Null for a camera that is being made. */
  before: CameraRow | null;
  isHosted: boolean;
  /** Its core has the camera as it comes: what is on may stay on, without effect where it is not allowed. */
  isKept?: boolean;
}

const nothing = {
  analysis: '{}',
  settings: '{}',
  onvifHost: null,
  onvifPort: null,
  address: null,
  latitude: null,
  longitude: null,
};

/**
 * Columns for what is set of a camera: all of them when it is made, else those that change. Throws `zone_crossing`,
 * `schedule_overlaps`, `organization_switch_off`, and `validation_failed` for a place of a camera that stands on site.
 */
export async function settingValues(trx: Work, target: Target & { before: null }, input: Input): Promise<Values>;
export async function settingValues(trx: Work, target: Target, input: Input): Promise<Partial<Values>>;
export async function settingValues(
  trx: Work,
  { organizationId, before, isHosted, isKept = false }: Target,
  input: Input,
): Promise<Partial<Values>> {
  if (input.place && !isHosted) throw new AppError('validation_failed', { fields: ['place'] });
  const was = {
    analysis: analysisSettings.parse(before?.analysis ?? {}),
    settings: cameraSettings.parse(before?.settings ?? {}),
  };
  const analysis = input.analysis ?? was.analysis;
  const settings = input.settings ? changedSettings(was.settings, input.settings) : was.settings;
  if (input.analysis) requireSoundAnalysis(analysis);
  if (input.settings) requireSoundSettings(settings);
  if (input.analysis ?? input.settings) {
    const wanted = { recognition: settings.recognition, readsPlates: analysis.readsPlates };
    const had = before && { recognition: was.settings.recognition, readsPlates: was.analysis.readsPlates };
    requireAllowed(isKept ? wanted : had, wanted, await analyticsSwitchesOf(trx, organizationId));
  }
  return {
    ...(before ? {} : nothing),
    ...(input.analysis && { analysis: JSON.stringify(analysis) }),
    ...(input.settings && { settings: JSON.stringify(settings) }),
    ...(input.onvif !== undefined && { onvifHost: input.onvif?.host ?? null, onvifPort: input.onvif?.port ?? null }),
    ...placeValues(input.place),
  };
}
