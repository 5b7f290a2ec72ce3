import type { Camera } from '@sightline/contracts/cameras/camera';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../../ui/filters/choice-filter.tsx';
import { SearchField } from '../../../../ui/filters/search-field.tsx';
import { Toolbar } from '../../../../ui/page/toolbar.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../../ui/states/loading-rows.tsx';
import { useChosenCamera } from './use-chosen-camera.ts';

interface CameraChooserProps {
  /** Of the address. */
  cameraId: string | undefined;
  onChoose: (cameraId: string | undefined) => void;
  /** More to choose. */
  more?: ReactNode;
  children: (camera: Camera) => ReactNode;
}

/** A camera, chosen by the address or by name, and what is shown of it. */
export function CameraChooser({ cameraId, onChoose, more, children }: CameraChooserProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { cameras, isSearched, chosen, isWaiting, failure, again } = useChosenCamera(cameraId, search);
  if (isWaiting)
    return failure === null ? (
      <LoadingRows />
    ) : (
      <ErrorState title={t('developer.failed')} failure={failure} onRetry={again} />
    );
  if (chosen === undefined) return <EmptyState title={t('developer.noCameras')} text={t('developer.noCamerasText')} />;
  return (
    <>
      <Toolbar>
        {isSearched && <SearchField label={t('cameras.list.search')} value={search} onChange={setSearch} />}
        <ChoiceFilter
          label={t('developer.motion.camera')}
          value={chosen.id}
          options={cameras.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onChoose}
        />
        {more}
      </Toolbar>
      {children(chosen)}
    </>
  );
}
