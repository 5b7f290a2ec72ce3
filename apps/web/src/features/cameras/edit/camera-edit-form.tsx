import type { Camera } from '@sightline/contracts/cameras/camera';
import type { CameraSettingsRecord } from '@sightline/contracts/cameras/camera-edit';
import type { Location } from '@sightline/contracts/locations/location';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { PageTabs } from '../../../ui/tabs/page-tabs.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import type { KnownCore } from '../analysis/missing-model.tsx';
import type { AreaMarking } from '../areas/area-marking.ts';
import { AssetsTab } from './tabs/assets-tab.tsx';
import { editTabs, type EditTab } from './edit-tabs.ts';
import { GeneralTab } from './tabs/general-tab.tsx';
import type { WebPageAccess } from './tabs/network-tab.tsx';
import { ObjectsTab } from './tabs/objects-tab.tsx';
import { RecognitionTab } from './tabs/recognition-tab.tsx';
import { RecordingTab } from './tabs/recording-tab.tsx';
import { SaveBar } from './save-bar.tsx';
import { SearchTab } from './tabs/search-tab.tsx';
import { StreamsTab } from './tabs/streams-tab.tsx';
import { useCameraEdit, type CameraEdit } from './use-camera-edit.ts';
import { aspectRatioOf } from '../../../ui/drawing/drawn-camera.ts';
import classes from './camera-edit.module.css';

const NetworkTab = lazy(async () => ({ default: (await import('./tabs/network-tab.tsx')).NetworkTab }));
const PrivacyTab = lazy(async () => ({ default: (await import('./tabs/privacy-tab.tsx')).PrivacyTab }));
const ZonesTab = lazy(async () => ({ default: (await import('./tabs/zones-tab.tsx')).ZonesTab }));

interface CameraEditFormProps {
  camera: Camera;
  record: CameraSettingsRecord;
  locations: readonly Location[];
  core: KnownCore;
  tab: EditTab;
  onTab: (tab: EditTab) => void;
  /** Which area of the picture is marked. */
  marking: AreaMarking;
  /** Moving pictures of the camera. */
  livePicture?: (() => ReactNode) | undefined;
  /** What can be done with the device itself; shown when it has an address for ONVIF. */
  device: ReactNode;
  webPage: WebPageAccess;
}

/** The open part of the page. */
function Part({ edit, ...props }: CameraEditFormProps & { edit: CameraEdit }) {
  const { camera, record, core, livePicture, marking } = props;
  const picture = { edit, posterUrl: camera.posterUrl, aspectRatio: aspectRatioOf(camera), livePicture, marking };
  switch (props.tab) {
    case 'general':
      return <GeneralTab camera={camera} edit={edit} locations={props.locations} />;
    case 'streams':
      return <StreamsTab camera={camera} edit={edit} />;
    case 'zones':
      return <ZonesTab {...picture} />;
    case 'objects':
      return <ObjectsTab edit={edit} core={core} />;
    case 'recognition':
      return <RecognitionTab edit={edit} core={core} organization={record.organization} />;
    case 'privacy':
      return <PrivacyTab {...picture} mayUncover={camera.can.originals} />;
    case 'recording':
      return <RecordingTab camera={camera} edit={edit} />;
    case 'search':
      return <SearchTab edit={edit} />;
    case 'assets':
      return <AssetsTab edit={edit} />;
    case 'network':
      return <NetworkTab edit={edit} core={core} webPage={props.webPage} />;
    case 'device':
      return props.device;
  }
}

/** Everything of a camera that can be changed, in parts, saved together. */
export function CameraEditForm(props: CameraEditFormProps) {
  const { t } = useTranslation();
  const edit = useCameraEdit({ camera: props.camera, record: props.record });
  return (
    <>
      <PageTabs
        label={t('cameraEdit.tabs.label')}
        value={props.tab}
        tabs={editTabs
          .filter((value) => value !== 'device' || props.camera.onvif !== null)
          .map((value) => ({ value, label: t(`cameraEdit.tabs.${value}`) }))}
        onChange={props.onTab}
      />
      <div className={classes.page}>
        <UnsavedGuard isDirty={() => edit.changed.length > 0} />
        <div role="tabpanel" aria-label={t(`cameraEdit.tabs.${props.tab}`)} className={classes.part}>
          <Suspense fallback={<LoadingRows />}>
            <Part {...props} edit={edit} />
          </Suspense>
        </div>
        <SaveBar edit={edit} onTab={props.onTab} />
      </div>
    </>
  );
}
