import type { AttentionList } from '@sightline/contracts/attention/attention';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { StatusGlyph } from '../../ui/status/status-glyph.tsx';
import { calmOf } from './attention-calm.ts';
import classes from './attention-list.module.css';

/** One line in place of a list that is empty: that nothing needs anybody, or that nothing is known to. */
export function AttentionLine({ list }: { list: AttentionList }) {
  const { t } = useTranslation();
  const calm = calmOf(list);
  return (
    <Row as="p" align="center" gap={8} className={classes.line}>
      <StatusGlyph level={calm === 'none' ? 'ok' : 'idle'} />
      <span>{t(`attention.${calm}`, { count: list.waitingCount })}</span>
    </Row>
  );
}
