import { Loader } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import classes from './pair-edge.module.css';

/** Waits beside the person until the core has called. */
export function PairProgress({ edge }: { edge: Edge }) {
  const { t } = useTranslation();
  return (
    <Row align="center" gap={8} className={classes.waiting} role="status">
      {edge.state === 'online' ? (
        <StatusLabel level="ok">{t('edges.pair.online', { name: edge.name })}</StatusLabel>
      ) : (
        <>
          <Loader size={16} aria-hidden="true" />
          {t('edges.pair.waiting')}
        </>
      )}
    </Row>
  );
}
