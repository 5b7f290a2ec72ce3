import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { recognitionSwitch } from '@sightline/contracts/organizations/recognition-switch';
import { defaultCameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { analyticsSwitch } from '@sightline/contracts/organizations/analytics-switches';
import { describe, expect, it } from 'vitest';
import { withinLocation, withinSwitches } from './allowed-recognition.ts';

const all = <N extends string>(names: readonly N[], isOn: boolean): Record<N, boolean> =>
  Object.fromEntries(names.map((name) => [name, isOn])) as Record<N, boolean>;
const recognition = all(recognitionSwitch.options, true);
const camera = { analysis: defaultAnalysis, settings: { ...defaultCameraSettings, recognition } };
const isAnythingOn = ({ analysis, settings }: typeof camera): boolean =>
  analysis.readsPlates || Object.values(settings.recognition).some(Boolean);

describe('what an organization allows', () => {
  it('is nothing where it is not known, and nothing that it does not name', () => {
    expect(isAnythingOn(withinSwitches(camera, undefined))).toBe(false);
    expect(isAnythingOn(withinSwitches(camera, {}))).toBe(false);
  });

  it.each(analyticsSwitch.options)('is all but %s when that alone is off', (name) => {
    const { analysis, settings } = withinSwitches(camera, { ...all(analyticsSwitch.options, true), [name]: false });
    const { readsPlates: licensePlates, comparesFaces: faceRecognition } = analysis;
    expect({ licensePlates, faceRecognition, ...settings.recognition }).toEqual({
      ...all(analyticsSwitch.options, true),
      [name]: false,
    });
  });

  it('switches nothing on, and leaves everything else as it is', () => {
    const off = { ...camera, settings: defaultCameraSettings, analysis: { ...defaultAnalysis, readsPlates: false } };
    expect(withinSwitches(off, all(analyticsSwitch.options, true))).toEqual(off);
    expect(withinSwitches(camera, undefined).analysis.comparesFaces).toBe(true);
  });
});

describe('what is wanted at a location', () => {
  it('is no comparing of faces where it is not known or not wanted', () => {
    for (const wanted of [undefined, false])
      expect(withinLocation(camera, wanted).analysis).toEqual({ ...defaultAnalysis, comparesFaces: false });
  });

  it('is what the camera says where faces are wanted', () => {
    expect(withinLocation(camera, true)).toEqual(camera);
    const off = { ...camera, analysis: { ...defaultAnalysis, comparesFaces: false } };
    expect(withinLocation(off, true)).toEqual(off);
  });
});
