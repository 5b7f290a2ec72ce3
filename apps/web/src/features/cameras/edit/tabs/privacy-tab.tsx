import type { ReactNode } from 'react';
import type { PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../../../ui/forms/choice-list.tsx';
import { areasOfPrivacy, privacyWith } from '../../areas/area.ts';
import { AreaEditor } from '../../areas/area-editor.tsx';
import type { AreaMarking } from '../../areas/area-marking.ts';
import { ObjectChoice } from './object-choice.tsx';
import type { CameraEdit } from '../use-camera-edit.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import classes from '../camera-edit.module.css';

interface PrivacyTabProps {
  edit: CameraEdit;
  posterUrl: string | null;
  aspectRatio: number;
  livePicture?: (() => ReactNode) | undefined;
  marking: AreaMarking;
  /** Who may not see originals can hide more, never less. */
  mayUncover: boolean;
}

/** What is hidden from everyone who may not see originals: areas of the picture, and people or things wherever they are. */
export function PrivacyTab({ edit, posterUrl, aspectRatio, livePicture, marking, mayUncover }: PrivacyTabProps) {
  const { t } = useTranslation();
  const { privacy } = edit.draft;
  const set = (part: Partial<PrivacySettings>): void => edit.change({ privacy: { ...privacy, ...part } });
  return (
    <>
      <p className={classes.lead}>{t('cameraEdit.privacy.lead')}</p>
      {!mayUncover && <p className={classes.lead}>{t('cameraEdit.privacy.onlyMore')}</p>}
      <Stack as="section" gap={16} className={classes.fields}>
        <ObjectChoice
          label={t('cameraEdit.privacy.objects')}
          chosen={privacy.objectsToPixelate}
          onChange={(objectsToPixelate) => set({ objectsToPixelate })}
        />
        <ChoiceList
          label={t('cameraEdit.privacy.type')}
          value={privacy.privacyType}
          options={[
            { value: 'pixelate', label: t('cameraEdit.privacy.pixelate') },
            { value: 'fill', label: t('cameraEdit.privacy.fill') },
          ]}
          onChange={(privacyType) => set({ privacyType })}
        />
      </Stack>
      <AreaEditor
        key={edit.epoch}
        areas={areasOfPrivacy(privacy)}
        groups={['hidden', 'hiddenNamed']}
        onChange={(areas) => edit.change({ privacy: privacyWith(privacy, areas) })}
        posterUrl={posterUrl}
        aspectRatio={aspectRatio}
        livePicture={livePicture}
        marking={marking}
      />
    </>
  );
}
