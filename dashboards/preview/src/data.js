// Runs a panel's queries and converts the results to the data frames of Grafana's components.
import {
  applyFieldOverrides,
  FieldConfigOptionsRegistry,
  FieldType,
  standardTransformers,
  standardTransformersRegistry,
  toDataFrame,
  transformDataFrame,
} from '@grafana/data';
import { firstValueFrom } from 'rxjs';
import { interpolated, settings, step } from './settings.js';

const transformers = new Map(Object.values(standardTransformers).map((one) => [one.id, one]));
standardTransformersRegistry.setInit(() =>
  [...transformers.values()].map((one) => ({ id: one.id, name: one.name, transformation: async () => one })),
);

async function fetchResult(path, parameters) {
  const response = await fetch(`/api/v1/${path}?${new URLSearchParams(parameters)}`);
  const body = await response.json();
  if (body.status !== 'success') {
    throw new Error(body.error);
  }
  return body.data.result;
}

const instant = (expr) => fetchResult('query', { query: expr, time: settings.to });
const range = (expr) => fetchResult('query_range', { query: expr, start: settings.from, end: settings.to, step });

const steps = [];
for (let time = settings.from; time <= settings.to; time += step) {
  steps.push(time);
}

// A step without a value is null, as in Grafana's own panel, so that the line has a gap.
function timeSeries(target, series) {
  const known = new Map(series.values ?? [series.value]);
  const times = series.values ? steps : [...known.keys()];
  const value = (time) => (known.has(time) ? Number(known.get(time)) : null);
  const name = target.legendFormat.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, label) => series.metric[label] ?? '');
  const config = { displayNameFromDS: name || JSON.stringify(series.metric) };
  return toDataFrame({
    refId: target.refId,
    fields: [
      { name: 'Time', type: FieldType.time, values: times.map((time) => time * 1000) },
      { name: 'Value', type: FieldType.number, labels: series.metric, values: times.map(value), config },
    ],
  });
}

function table(target, result, several) {
  const labels = [...new Set(result.flatMap((one) => Object.keys(one.metric)))].sort();
  return toDataFrame({
    refId: target.refId,
    fields: [
      { name: 'Time', type: FieldType.time, values: result.map((one) => one.value[0] * 1000) },
      ...labels.map((name) => ({ name, type: FieldType.string, values: result.map((one) => one.metric[name]) })),
      {
        name: several ? `Value #${target.refId}` : 'Value',
        type: FieldType.number,
        values: result.map((one) => Number(one.value[1])),
      },
    ],
  });
}

async function frames(panel) {
  const results = await Promise.all(
    panel.targets.map(async (target) => {
      const result = await (target.instant ? instant : range)(interpolated(target.expr));
      return target.format === 'table'
        ? [table(target, result, panel.targets.length > 1)]
        : result.map((series) => timeSeries(target, series));
    }),
  );
  const all = results.flat();
  return panel.transformations?.length ? firstValueFrom(transformDataFrame(panel.transformations, all)) : all;
}

// Grafana has a registry per panel plugin; this one accepts every setting unchanged.
function registry(fieldConfig) {
  const standard = Object.keys(fieldConfig.defaults).filter((key) => key !== 'custom');
  const custom = Object.keys(fieldConfig.defaults.custom ?? {}).map((key) => `custom.${key}`);
  const overridden = fieldConfig.overrides.flatMap((one) => one.properties.map((property) => property.id));
  return new FieldConfigOptionsRegistry(() =>
    [...new Set([...standard, ...custom, ...overridden])].map((id) => ({
      id,
      name: id,
      path: id.replace(/^custom\./, ''),
      isCustom: id.startsWith('custom.'),
      process: (value) => value,
      shouldApply: () => true,
    })),
  );
}

/** Returns the data frames of a panel, with its field settings applied. */
export async function load(panel, theme) {
  return applyFieldOverrides({
    data: await frames(panel),
    fieldConfig: panel.fieldConfig,
    fieldConfigRegistry: registry(panel.fieldConfig),
    replaceVariables: (text) => text,
    theme,
    timeZone: 'utc',
  });
}

/** Returns the time spans of a dashboard's annotations: colour, from and to in milliseconds. */
export async function annotations(dashboard) {
  const all = await Promise.all(
    dashboard.annotations.list.map(async (one) => {
      const found = await range(interpolated(one.target.expr));
      return found.flatMap((series) => {
        const times = one.useValueForTime
          ? [...new Set(series.values.map(([, value]) => Number(value)))]
          : series.values.map(([time]) => time * 1000);
        const spans = [];
        for (const time of times) {
          const last = spans.at(-1);
          if (last && time - last.to <= step * 1000) {
            last.to = time;
          } else {
            spans.push({ color: one.iconColor, from: time, to: time });
          }
        }
        return spans;
      });
    }),
  );
  return all.flat().filter((span) => span.to >= settings.from * 1000);
}
