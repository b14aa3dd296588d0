import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GrafanaSchema } from './schema.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const dashboards = readdirSync(join(here, '..')).filter((name) => name.endsWith('.json'));
const read = (name) => JSON.parse(readFileSync(join(here, '..', name), 'utf8'));
const panel = (dashboard, type) => dashboard.panels.find((one) => one.type === type);

// Typical mistakes: description, change to a valid dashboard, and the text that the reported fault must contain.
const mistakes = [
  ['a misspelt setting of the dashboard', (d) => (d.refrehs = '1m'), 'refrehs'],
  ['a misspelt setting of a panel', (d) => (panel(d, 'stat').descripton = 'x'), 'descripton'],
  ['a misspelt setting of a variable', (d) => (d.templating.list[0].includeAl = true), 'includeAl'],
  ['a misspelt setting of a link', (d) => (d.links[0].keepTimes = true), 'keepTimes'],
  ['a misspelt setting of an annotation', (d) => (d.annotations.list[0].iconColour = 'red'), 'iconColour'],
  ['a misspelt setting of a query', (d) => (panel(d, 'table').targets[0].legend = 'x'), 'legend'],
  ['a misspelt option', (d) => (panel(d, 'stat').options.colourMode = 'value'), 'colourMode'],
  ['an option that does not exist', (d) => (panel(d, 'stat').options.colorMode = 'shiny'), 'colorMode'],
  ['a unit that is not a string', (d) => (panel(d, 'stat').fieldConfig.defaults.unit = 7), 'unit'],
  ['a misspelt threshold', (d) => (panel(d, 'stat').fieldConfig.defaults.thresholds.stepps = []), 'stepps'],
  ['a misspelt line setting', (d) => (panel(d, 'timeseries').fieldConfig.defaults.custom.lineWith = 1), 'lineWith'],
  ['a line setting that does not exist', (d) => (panel(d, 'timeseries').fieldConfig.defaults.custom.drawStyle = 'dots'), 'drawStyle'],
  [
    'a misspelt override',
    (d) => panel(d, 'table').fieldConfig.overrides[0].properties.push({ id: 'custom.widht', value: 1 }),
    'widht',
  ],
  ['a panel type without a schema', (d) => (panel(d, 'stat').type = 'graph'), 'graph'],
];

for (const major of [10, 11, 12, 13]) {
  describe(`Grafana ${major}`, () => {
    const schema = new GrafanaSchema(join(here, 'node_modules', `grafana-schema-${major}`));
    for (const name of dashboards) {
      test(`${name} is valid`, () => assert.deepEqual(schema.faults(read(name)), []));
    }
    for (const [what, make, names] of mistakes) {
      test(`reports ${what}`, () => {
        const dashboard = read('overview.json');
        make(dashboard);
        const faults = schema.faults(dashboard);
        assert.ok(faults.length > 0 && faults.every((fault) => fault.includes(names)), faults.join('\n'));
      });
    }
  });
}
