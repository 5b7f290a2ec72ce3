import type { StreamFormat, StreamWarning } from '@sightline/contracts/cameras/camera';
import { IconAlertTriangle, IconPhotoOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Facts } from '../../../ui/page/facts.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import type { StreamTests } from './use-stream-test.ts';
import classes from './test-result.module.css';

const codecNames = { h264: 'H.264', h265: 'H.265' } as const;
const audioNames = { aac: 'AAC', pcmu: 'G.711 µ-law', pcma: 'G.711 A-law' } as const;

/** Format of a stream in one line: `H.264 · 1920 × 1080 · 25 fps · AAC`. */
const formatLine = (format: StreamFormat): string => {
  const parts = [codecNames[format.videoCodec], `${format.width} × ${format.height}`];
  if (format.fps !== null) parts.push(`${Math.round(format.fps * 10) / 10} fps`);
  if (format.bitrateKbps !== null) parts.push(`${(format.bitrateKbps / 1000).toFixed(1)} Mbit/s`);
  if (format.audioCodec !== null) parts.push(audioNames[format.audioCodec]);
  return parts.join(' · ');
};

/** What the core saw: picture, format, and what should be changed in the camera. */
export function TestResult({ tests }: { tests: StreamTests }) {
  const { t } = useTranslation();
  const { main, sub } = tests;
  const warnings: readonly StreamWarning[] = [...new Set([...main.warnings, ...(sub?.warnings ?? [])])].filter(
    (warning) => sub === null || warning !== 'noSubStream',
  );
  return (
    <section className={classes.result} aria-live="polite">
      <div className={classes.picture}>
        {main.snapshot === null ? (
          <Stack as="span" justify="center" gap={8} className={classes.none}>
            <IconPhotoOff size={20} stroke={1.5} aria-hidden="true" />
            {t(main.isPictureHidden ? 'cameras.test.pictureHidden' : 'cameras.test.noPicture')}
          </Stack>
        ) : (
          <img src={main.snapshot} alt={t('cameras.test.picture')} className={classes.image} />
        )}
      </div>
      <div className={classes.words}>
        <StatusLabel level="ok">{t('cameras.test.works')}</StatusLabel>
        <Facts>
          <dt>{t('cameras.test.main')}</dt>
          <dd>
            <bdi dir="ltr">{formatLine(main.format)}</bdi>
          </dd>
          {sub !== null && (
            <>
              <dt>{t('cameras.test.sub')}</dt>
              <dd>
                <bdi dir="ltr">{formatLine(sub.format)}</bdi>
              </dd>
            </>
          )}
          <dt>{t('cameras.test.speakerTitle')}</dt>
          <dd>{t(`cameras.test.speaker.${main.speaker.speaker}`)}</dd>
        </Facts>
        <Stack as="ul" gap={8}>
          {warnings.map((warning) => (
            <Row as="li" gap={8} key={warning} className={classes.warning}>
              <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
              {t(`cameras.warning.${warning}`)}
            </Row>
          ))}
        </Stack>
      </div>
    </section>
  );
}
