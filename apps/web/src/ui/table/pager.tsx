import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { Row } from '../layout/row.tsx';
import classes from './pager.module.css';

interface PagerProps {
  /** From 1. */
  page: number;
  perPage: number;
  total: number;
  onChange: (page: number) => void;
}

/** Which rows of how many are shown, and the ways to the pages before and after. Absent when one page holds all. */
export function Pager({ page, perPage, total, onChange }: PagerProps) {
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (pages === 1 && page === 1) return null;
  const shown = leftToRight(`${formatCount((page - 1) * perPage + 1)}–${formatCount(Math.min(page * perPage, total))}`);
  return (
    <Row as="nav" align="center" justify="end" gap={8} className={classes.pager} aria-label={t('common.pager.label')}>
      <span aria-live="polite">{t('common.pager.shown', { shown, total: formatCount(total) })}</span>
      <ActionIcon aria-label={t('common.pager.before')} disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <IconChevronLeft size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label={t('common.pager.next')} disabled={page >= pages} onClick={() => onChange(page + 1)}>
        <IconChevronRight size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </Row>
  );
}
