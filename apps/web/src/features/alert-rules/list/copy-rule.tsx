import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import dialog from '../../../ui/dialogs/dialog.module.css';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { CheckList } from '../../../ui/lists/check-list.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { camerasForRules, copyRule, refreshRules } from '../rule-queries.ts';

/** Copies of one rule that are made at once. */
const most = 100;

const hasDrawing = ({ condition }: AlertRule): boolean =>
  'line' in condition ||
  'place' in condition ||
  ('zones' in condition && condition.zones.length > 0) ||
  (condition.kind === 'occupancy' && condition.countedBy === 'lines');

/** Chooses cameras, then makes the same rule for each of them. What is drawn is copied as well, and said to be. */
export function CopyRule({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = useQuery({ ...camerasForRules(search), placeholderData: keepPreviousData });
  const cameras = (found.data?.items ?? []).filter(({ id }) => !rule.cameraIds.includes(id));
  const copy = useMutation({
    mutationFn: () => copyRule(rule, [...chosen]),
    onSuccess: async ({ items }) => {
      onClose();
      toastSuccess({ title: t('alertRules.copy.done', { count: items.length, shown: formatCount(items.length) }) });
      await refreshRules();
    },
  });
  const choose = (ids: Iterable<string>): void => setChosen(new Set([...ids].slice(0, most)));
  const toggle = (id: string): void =>
    choose(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]);
  return (
    <Dialog title={t('alertRules.copy.title', { name: rule.name })} width={516} onClose={onClose}>
      <Stack gap={16}>
        <p className={dialog.text}>{t(hasDrawing(rule) ? 'alertRules.copy.textDrawn' : 'alertRules.copy.text')}</p>
        <SearchField label={t('alertRules.copy.search')} value={search} onChange={setSearch} />
        {found.isPending && <LoadingRows rows={4} />}
        {found.error !== null && <FormFailure failure={found.error} />}
        {found.data !== undefined && cameras.length === 0 && <p className={dialog.text}>{t('alertRules.copy.none')}</p>}
        {cameras.length > 0 && (
          <CheckList
            label={t('alertRules.copy.cameras')}
            rows={cameras.map(({ id, name, locationName }) => ({ id, name, note: locationName, isDisabled: false }))}
            chosen={chosen}
            onToggle={({ id }) => toggle(id)}
            onChooseAll={() => choose([...chosen, ...cameras.map(({ id }) => id)])}
          />
        )}
        {copy.error !== null && <FormFailure failure={copy.error} />}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button disabled={chosen.size === 0} loading={copy.isPending} onClick={() => copy.mutate()}>
          {chosen.size === 0
            ? t('alertRules.copy.action')
            : t('alertRules.copy.actionCount', { count: chosen.size, shown: formatCount(chosen.size) })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
