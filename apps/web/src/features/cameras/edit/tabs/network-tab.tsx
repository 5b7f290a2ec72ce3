import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { CameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownCore } from '../../analysis/missing-model.tsx';
import { shownParts } from '../shown-parts.ts';
import { NumberField } from './number-field.tsx';
import type { CameraEdit } from '../use-camera-edit.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import words from '../../../../ui/forms/field-words.module.css';
import classes from '../camera-edit.module.css';

/** Opens the camera's own page as it is saved; `isSaved`: as it is shown. */
export type WebPageAccess = (isSaved: boolean) => ReactNode;

interface NetworkTabProps {
  edit: CameraEdit;
  core: KnownCore;
  webPage: WebPageAccess;
}

/** The camera's own web page, reached through its core. */
function OwnPage({ edit, core, webPage }: NetworkTabProps) {
  const { t } = useTranslation();
  const { vpnConfiguration } = edit.draft;
  const set = (part: Partial<CameraSettings['vpnConfiguration']>): void =>
    edit.change({ vpnConfiguration: { ...vpnConfiguration, ...part } });
  const isOffered = core?.capabilities.includes('tunnel') === true;
  return (
    <Stack as="section" gap={16} className={classes.section}>
      <h2 className={words.title}>{t('cameraEdit.webPage.title')}</h2>
      <Stack gap={16} className={classes.fields}>
        <Switch
          label={t('cameraEdit.webPage.isOn')}
          description={t('cameraEdit.webPage.isOnHint')}
          checked={vpnConfiguration.isOn}
          onChange={(event) => set({ isOn: event.currentTarget.checked })}
        />
        {shownParts(edit.draft, edit.problems).webPage && (
          <>
            <div className={classes.pair}>
              <NativeSelect
                label={t('cameraEdit.webPage.scheme')}
                value={vpnConfiguration.scheme}
                data={['http', 'https']}
                onChange={(event) => set({ scheme: event.currentTarget.value as 'http' | 'https' })}
              />
              <NumberField
                label={t('cameraEdit.webPage.port')}
                value={vpnConfiguration.port}
                error={edit.problems.includes('webPortWrong') ? t('cameraEdit.problems.webPortWrong') : undefined}
                onChange={(port) => set({ port })}
              />
            </div>
            {isOffered && webPage(edit.changed.length === 0)}
            {!isOffered && (
              <p className={words.why}>
                <IconInfoCircle size={14} stroke={1.75} aria-hidden="true" />
                <span>{t('cameraEdit.webPage.notOffered')}</span>
              </p>
            )}
          </>
        )}
      </Stack>
    </Stack>
  );
}

/** How pictures travel to browsers, where the device answers ONVIF, and its own web page. */
export function NetworkTab({ edit, core, webPage }: NetworkTabProps) {
  const { t } = useTranslation();
  const { draft, change, problems } = edit;
  const { delivery, onvif } = draft;
  const onvifError = problems.includes('onvifWrong') ? t('cameraEdit.problems.onvifWrong') : undefined;
  return (
    <>
      <Stack as="section" gap={16} className={classes.fields}>
        <h2 className={words.title}>{t('cameraEdit.delivery.title')}</h2>
        <Switch
          label={t('cameraOnboarding.details.isWebrtc')}
          description={t('cameraOnboarding.details.isWebrtcHint')}
          checked={delivery.isWebrtc}
          onChange={(event) => change({ delivery: { ...delivery, isWebrtc: event.currentTarget.checked } })}
        />
        <Switch
          label={t('cameraOnboarding.details.isWebrtcRelay')}
          description={t('cameraOnboarding.details.isWebrtcRelayHint')}
          checked={delivery.isWebrtcRelay}
          disabled={!delivery.isWebrtc}
          onChange={(event) => change({ delivery: { ...delivery, isWebrtcRelay: event.currentTarget.checked } })}
        />
      </Stack>
      <Stack as="section" gap={16} className={classes.section}>
        <h2 className={words.title}>{t('cameraEdit.onvif.title')}</h2>
        <Stack gap={16} className={classes.fields}>
          <p className={classes.lead}>{t('cameraEdit.onvif.lead')}</p>
          <div className={classes.hostPort}>
            <TextInput
              label={t('cameraEdit.onvif.host')}
              dir="ltr"
              spellCheck={false}
              autoComplete="off"
              maxLength={253}
              value={onvif.host}
              error={onvifError}
              onChange={(event) => change({ onvif: { ...onvif, host: event.currentTarget.value } })}
            />
            <TextInput
              label={t('cameraEdit.onvif.port')}
              dir="ltr"
              inputMode="numeric"
              maxLength={5}
              value={onvif.port}
              onChange={(event) => change({ onvif: { ...onvif, port: event.currentTarget.value } })}
            />
          </div>
        </Stack>
      </Stack>
      <OwnPage edit={edit} core={core} webPage={webPage} />
    </>
  );
}
