import type { ParseKeys } from 'i18next';
import type { EditTab } from './edit-tabs.ts';

/** Parts of a draft whose fields mean something only together: a password belongs to its account, a port to its host. */
export const wholeParts: ReadonlySet<string> = new Set(['account', 'onvif', 'place', 'vpnConfiguration']);

/** Where each field of a draft (dotted) stands, and the key of its name. */
const fields: Record<string, readonly [EditTab, ParseKeys]> = {
  name: ['general', 'cameras.form.name'],
  locationId: ['general', 'cameras.form.site'],
  place: ['general', 'cameraEdit.place.title'],
  'details.description': ['general', 'cameraEdit.general.description'],
  'main.url': ['streams', 'cameras.form.url'],
  'main.transport': ['streams', 'cameraEdit.streams.transport'],
  'main.driver': ['streams', 'cameraEdit.streams.driver'],
  sub: ['streams', 'cameras.test.sub'],
  'sub.url': ['streams', 'cameras.form.subUrl'],
  'sub.transport': ['streams', 'cameraEdit.streams.transport'],
  'sub.driver': ['streams', 'cameraEdit.streams.driver'],
  account: ['streams', 'cameraEdit.streams.account'],
  'analysis.zones': ['zones', 'cameraEdit.areas.include.title'],
  'analysis.zonesExclude': ['zones', 'cameraEdit.areas.exclude.title'],
  'analysis.definedZones': ['zones', 'cameraEdit.areas.zone.title'],
  'analysis.isOn': ['objects', 'cameras.analysis.isOn'],
  'analysis.objectsToScan': ['objects', 'cameras.analysis.objects'],
  'analysis.hasTiles': ['objects', 'cameras.analysis.hasTiles'],
  'analysis.readsPlates': ['recognition', 'cameras.analysis.readsPlates'],
  'analysis.comparesFaces': ['recognition', 'cameras.analysis.comparesFaces'],
  'recognition.vehicleMMC': ['recognition', 'organizations.recognition.vehicleMMC'],
  'recognition.protectiveGear': ['recognition', 'organizations.recognition.protectiveGear'],
  'recognition.forklift': ['recognition', 'organizations.recognition.forklift'],
  'recognition.container': ['recognition', 'organizations.recognition.container'],
  'recognition.shoppingCart': ['recognition', 'organizations.recognition.shoppingCart'],
  'privacy.zones': ['privacy', 'cameraEdit.areas.hidden.title'],
  'privacy.definedZones': ['privacy', 'cameraEdit.areas.hiddenNamed.title'],
  'privacy.objectsToPixelate': ['privacy', 'cameraEdit.privacy.objects'],
  'privacy.privacyType': ['privacy', 'cameraEdit.privacy.type'],
  recordingMode: ['recording', 'cameraEdit.recording.mode'],
  retentionDays: ['recording', 'cameras.form.retention'],
  'recording.schedule': ['recording', 'cameraEdit.schedule.title'],
  'recording.preRollS': ['recording', 'cameraEdit.recording.preRoll'],
  'recording.postRollS': ['recording', 'cameraEdit.recording.postRoll'],
  'recording.mainStreamMode': ['recording', 'cameraEdit.recording.whenNeeded'],
  'recording.storageStreams': ['recording', 'cameraEdit.recording.storageStreams'],
  'recording.smartStorage.isOn': ['recording', 'cameraEdit.recording.smart'],
  'recording.smartStorage.retentionDays': ['recording', 'cameraEdit.recording.smartDays'],
  'recording.recordsAudio': ['recording', 'cameraEdit.recording.audio'],
  'cameraSearchSettings.isSearchable': ['search', 'cameraEdit.search.isSearchable'],
  'cameraSearchSettings.comparesLooks': ['search', 'cameraEdit.search.comparesLooks'],
  'cameraSearchSettings.comparesFaces': ['search', 'cameraEdit.search.comparesFaces'],
  cameraAssets: ['assets', 'cameraEdit.tabs.assets'],
  onvif: ['network', 'cameraEdit.onvif.title'],
  vpnConfiguration: ['network', 'cameraEdit.webPage.title'],
  'delivery.isWebrtc': ['network', 'cameraOnboarding.details.isWebrtc'],
  'delivery.isWebrtcRelay': ['network', 'cameraOnboarding.details.isWebrtcRelay'],
};

/** A field as people find it. */
export interface ShownField {
  field: string;
  tab: EditTab;
  /** Key of its text. */
  label: ParseKeys;
}

/** Where these fields stand; a field that no page shows is left out. */
export const shownFields = (names: readonly string[]): ShownField[] =>
  names.flatMap((field) => {
    const [tab, label] = fields[field] ?? [];
    return tab === undefined || label === undefined ? [] : [{ field, tab, label }];
  });
