import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { maxAreas, type Area, type AreaGroup } from './area.ts';
import { AreaRow } from './area-row.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import words from '../../../ui/forms/field-words.module.css';
import classes from './area-editor.module.css';

interface AreaGroupListProps {
  group: AreaGroup;
  /** All areas, by whose order they are meant; those of the group are shown. */
  areas: readonly Area[];
  markedIdx: number | null;
  nameOf: (area: Area) => string;
  onMark: (index: number) => void;
  onChange: (index: number, area: Area) => void;
  onRemove: (index: number) => void;
  onAdd: () => void;
}

/** The areas that are for one thing: what that is, a line for each, and a way to add one. */
export function AreaGroupList(props: AreaGroupListProps) {
  const { group, areas, markedIdx, nameOf, onMark, onChange, onRemove, onAdd } = props;
  const { t } = useTranslation();
  return (
    <Stack as="section" gap={8} className={classes.group}>
      <Row as="h3" align="center" gap={8} className={classes.title}>
        <span className={classes.sample} data-group={group} aria-hidden="true" />
        {t(`cameraEdit.areas.${group}.title`)}
      </Row>
      <p className={words.hint}>{t(`cameraEdit.areas.${group}.hint`)}</p>
      <ul className={words.rows}>
        {areas.map(
          (area, index) =>
            area.group === group && (
              <AreaRow
                key={area.id}
                area={area}
                name={nameOf(area)}
                isMarked={index === markedIdx}
                onMark={() => onMark(index)}
                onChange={(next) => onChange(index, next)}
                onRemove={() => onRemove(index)}
              />
            ),
        )}
      </ul>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          disabled={areas.filter((area) => area.group === group).length >= maxAreas}
          onClick={onAdd}
        >
          {t(`cameraEdit.areas.${group}.add`)}
        </Button>
      </div>
    </Stack>
  );
}
