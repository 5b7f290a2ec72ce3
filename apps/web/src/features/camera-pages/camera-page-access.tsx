import { Anchor, Button } from '@mantine/core';
import type { CameraPage } from '@sightline/contracts/camera-pages/camera-page';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { openCameraPages, useEndCameraPage, useOpenCameraPage } from './camera-page-queries.ts';
import { shownFingerprint } from './fingerprint.ts';
import words from '../../ui/forms/field-words.module.css';
import classes from './camera-page-access.module.css';

interface CameraPageAccessProps {
  cameraId: string;
  /** Zone of the site. */
  timeZone: string;
  /** What is shown above is saved: only that is opened. */
  isSaved: boolean;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Both fingerprints, and going on with the new one. */
function ChangedCertificate({ failure, onAccept }: { failure: unknown; onAccept: (fingerprint: string) => void }) {
  const { t } = useTranslation();
  const { data } = toApiError(failure);
  const [known, shown] = [textOf(data['known']), textOf(data['fingerprint'])];
  return (
    <>
      <Stack as="dl" gap={8} className={classes.fingerprints}>
        {known !== null && <Fingerprint label={t('cameraPages.certificate.before')} fingerprint={known} />}
        {shown !== null && <Fingerprint label={t('cameraPages.certificate.now')} fingerprint={shown} />}
      </Stack>
      {shown !== null && (
        <Button variant="default" onClick={() => onAccept(shown)}>
          {t('cameraPages.certificate.accept')}
        </Button>
      )}
    </>
  );
}

function Fingerprint({ label, fingerprint }: { label: string; fingerprint: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="ltr">{shownFingerprint(fingerprint)}</dd>
    </div>
  );
}

function OpenPages({
  cameraId,
  timeZone,
  pages,
}: {
  cameraId: string;
  timeZone: string;
  pages: readonly CameraPage[];
}) {
  const { t } = useTranslation();
  const end = useEndCameraPage(cameraId);
  return (
    <Stack as="ul" gap={8} className={classes.pages} aria-label={t('cameraPages.open')}>
      {pages.map(({ id, expiresAt, requests, openedAt, certificate }) => (
        <Row as="li" wrap align="center" justify="between" gap={8} key={id} className={classes.page}>
          <span>
            {openedAt === null
              ? t('cameraPages.waiting')
              : t('cameraPages.until', { time: formatTime(expiresAt, timeZone) })}{' '}
            {t('cameraPages.requests', { count: requests })}
          </span>
          <Button
            variant="default"
            size="xs"
            loading={end.isPending && end.variables === id}
            onClick={() => end.mutate(id)}
          >
            {t('cameraPages.end')}
          </Button>
          {certificate !== null && (
            <Stack as="dl" gap={8} className={classes.fingerprints}>
              <Fingerprint label={t('cameraPages.certificate.known')} fingerprint={certificate.fingerprint} />
            </Stack>
          )}
        </Row>
      ))}
    </Stack>
  );
}

/** Opens the camera's own page in a tab of its own, and ends it. */
export function CameraPageAccess({ cameraId, timeZone, isSaved }: CameraPageAccessProps) {
  const { t } = useTranslation();
  const pages = useQuery(openCameraPages(cameraId));
  const open = useOpenCameraPage(cameraId);
  const isChanged = open.error !== null && toApiError(open.error).code === 'camera_page_certificate_changed';
  const items = pages.data?.items ?? [];
  return (
    <Stack gap={12}>
      <p className={words.hint}>{isSaved ? t('cameraPages.hint') : t('cameraPages.saveFirst')}</p>
      <div>
        <Button
          variant="default"
          disabled={!isSaved}
          loading={open.isPending}
          leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => open.mutate({})}
        >
          {t('cameraPages.action')}
        </Button>
      </div>
      {open.error !== null && <FormFailure failure={open.error} />}
      {isChanged && (
        <ChangedCertificate failure={open.error} onAccept={(acceptCertificate) => open.mutate({ acceptCertificate })} />
      )}
      {typeof open.data === 'string' && (
        <Anchor href={open.data} target="_blank" rel="noopener noreferrer" onClick={() => open.reset()}>
          {t('cameraPages.link')}
        </Anchor>
      )}
      {pages.error !== null && <FormFailure failure={pages.error} />}
      {items.length > 0 && <OpenPages cameraId={cameraId} timeZone={timeZone} pages={items} />}
    </Stack>
  );
}
