import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import classes from './exports.module.css';

/** SHA-256 of a finished file: the whole of it wraps, or its first signs in a row of a table; copied whole. */
export function Fingerprint({ sha256, isShort = false }: { sha256: string; isShort?: boolean }) {
  const { t } = useTranslation();
  return (
    <Row as="span" inline align="center" gap={4} className={classes.fingerprint}>
      <code dir="ltr" className={classes.sha} title={sha256} data-testid="export-sha256">
        {isShort ? `${sha256.slice(0, 12)}…` : sha256}
      </code>
      <CopyButton value={sha256} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('common.actions.copied') : t('exports.item.copySha')}>
            <ActionIcon size={28} aria-label={t('exports.item.copySha')} onClick={copy}>
              {copied ? (
                <IconCheck size={16} stroke={1.6} aria-hidden />
              ) : (
                <IconCopy size={16} stroke={1.6} aria-hidden />
              )}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Row>
  );
}
