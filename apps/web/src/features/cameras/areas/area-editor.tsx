import { Button, Switch } from '@mantine/core';
import { crossesItself } from '@sightline/domain/cameras/polygon';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasName, inGroupOrder, numberOf, type Area, type AreaGroup } from './area.ts';
import { firstMarked, type AreaMarking } from './area-marking.ts';
import { AreaGroupList } from './area-group-list.tsx';
import { AreaPicture } from './area-picture.tsx';
import { newId } from '../../../platform/ids/new-id.ts';
import { areaForm, firstCorners, withNewCorner, withoutCorner, type Corner } from '../../../ui/drawing/corners.ts';
import { useHistory, useUndoKeys } from '../../../ui/drawing/use-history.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import words from '../../../ui/forms/field-words.module.css';
import classes from './area-editor.module.css';

interface AreaEditorProps {
  areas: readonly Area[];
  /** Groups of areas in the order of the list. */
  groups: readonly AreaGroup[];
  onChange: (areas: Area[]) => void;
  posterUrl: string | null;
  /** Width by height of the camera's picture. */
  aspectRatio: number;
  /** Moving pictures of the camera, made when they are wanted. */
  livePicture?: (() => ReactNode) | undefined;
  marking: AreaMarking;
}

/** Areas of the picture: a list by what they are for, and the marked one to be shaped by mouse, touch and keys. */
export function AreaEditor({ areas, groups, onChange, posterUrl, aspectRatio, livePicture, marking }: AreaEditorProps) {
  const { t } = useTranslation();
  const [markedIdx, setMarkedIdx] = useState(() => firstMarked(marking.first, areas.length));
  const [chosenCorner, setChosenCorner] = useState<number | null>(null);
  const [isLive, setLive] = useState(false);
  const { canUndo, commit, undo } = useHistory<readonly Area[]>(areas, (next) => onChange([...next]));
  const marked = markedIdx === null ? undefined : areas[markedIdx];
  const nameOf = (area: Area): string =>
    hasName(area.group) ? area.name : t(`cameraEdit.areas.${area.group}.one`, { number: numberOf(areas, area) });
  const mark = (index: number | null): void => {
    if (index === markedIdx) return;
    setMarkedIdx(index);
    setChosenCorner(null);
    marking.keep(index);
  };
  const replace = (index: number, area: Area, step?: string): void => commit(areas.with(index, area), step);
  const add = (group: AreaGroup): void => {
    const number = areas.filter((area) => area.group === group).length + 1;
    const name = hasName(group) ? t(`cameraEdit.areas.${group}.one`, { number }) : '';
    const added: Area = { id: newId(), group, name, points: firstCorners(areas.length), severity: 'warning' };
    const next = inGroupOrder([...areas, added], groups);
    commit(next);
    mark(next.indexOf(added));
  };
  const remove = (index: number): void => {
    commit(areas.toSpliced(index, 1));
    mark(areas.length > 1 ? Math.max(0, Math.min(index, areas.length - 2)) : null);
  };
  const setPoints = (points: Corner[], step?: string): void => {
    if (marked && markedIdx !== null)
      replace(markedIdx, { ...marked, points }, step && `${step} of ${String(markedIdx)}`);
  };
  const takeBack = (): void => {
    setChosenCorner(null);
    undo();
  };
  const place = useUndoKeys(takeBack);
  return (
    <div ref={place} role="group" aria-label={t('cameraEdit.areas.label')} className={classes.editor}>
      <Stack gap={8} className={classes.picture}>
        <AreaPicture
          areas={areas}
          markedIdx={markedIdx}
          nameOf={nameOf}
          posterUrl={posterUrl}
          aspectRatio={aspectRatio}
          live={isLive && livePicture ? livePicture() : null}
          chosenCorner={chosenCorner}
          onMark={mark}
          onChooseCorner={setChosenCorner}
          onPoints={setPoints}
        />
        {marked && crossesItself(marked.points) && (
          <p className={classes.wrong} role="alert">
            {t('errors.zone_crossing')}
          </p>
        )}
        <Row wrap align="center" gap={8}>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden />}
            disabled={!canUndo}
            onClick={takeBack}
          >
            {t('cameraEdit.areas.undo')}
          </Button>
          <Button
            variant="default"
            disabled={!marked || marked.points.length >= areaForm.max}
            onClick={() => marked && setPoints(withNewCorner(marked.points, chosenCorner ?? marked.points.length - 1))}
          >
            {t('cameraEdit.areas.addCorner')}
          </Button>
          <Button
            variant="default"
            disabled={!marked || chosenCorner === null || marked.points.length <= areaForm.min}
            onClick={() => marked && chosenCorner !== null && setPoints(withoutCorner(marked.points, chosenCorner))}
          >
            {t('cameraEdit.areas.removeCorner')}
          </Button>
          {livePicture && (
            <Switch
              label={t('cameraEdit.areas.live')}
              checked={isLive}
              onChange={(event) => setLive(event.currentTarget.checked)}
            />
          )}
        </Row>
        <p className={words.hint}>{t('cameraEdit.areas.help')}</p>
      </Stack>
      {groups.map((group) => (
        <AreaGroupList
          key={group}
          group={group}
          areas={areas}
          markedIdx={markedIdx}
          nameOf={nameOf}
          onMark={mark}
          onChange={(index, next) => replace(index, next, `row ${String(index)}`)}
          onRemove={remove}
          onAdd={() => add(group)}
        />
      ))}
    </div>
  );
}
