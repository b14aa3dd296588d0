// Validates a dashboard against the types of one major version of @grafana/schema, Grafana's own definition of its classic
// JSON. The types are converted to JSON Schema, without "required" fields because Grafana adds defaults.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { createGenerator } from 'ts-json-schema-generator';

const DASHBOARD_TYPES = ['Dashboard', 'Panel', 'RowPanel', 'FieldConfig'];
const PANEL_TYPES = {
  stat: ['Options'],
  table: ['Options', 'FieldConfig'],
  timeseries: ['Options', 'FieldConfig'],
};

// Annotation fields that the types leave to the data source; the Prometheus data source reads these.
const OF_PROMETHEUS = ['tagKeys', 'textFormat', 'titleFormat', 'useValueForTime'];
const QUERY = {
  type: 'object',
  additionalProperties: false,
  required: ['expr', 'refId'],
  properties: {
    datasource: { type: 'object' },
    editorMode: { enum: ['code', 'builder'] },
    exemplar: { type: 'boolean' },
    expr: { type: 'string', minLength: 1 },
    format: { enum: ['time_series', 'table', 'heatmap'] },
    hide: { type: 'boolean' },
    instant: { type: 'boolean' },
    interval: { type: 'string' },
    legendFormat: { type: 'string' },
    range: { type: 'boolean' },
    refId: { type: 'string', minLength: 1 },
  },
};

function withoutRequired(schema) {
  if (Array.isArray(schema)) {
    schema.forEach(withoutRequired);
  } else if (schema && typeof schema === 'object') {
    if (Array.isArray(schema.required)) {
      delete schema.required;
    }
    Object.values(schema).forEach(withoutRequired);
  }
  return schema;
}

// One file imports every type that is used, so that the compiler reads the package only once.
function generator(folder) {
  const raw = ['dist/types/raw', 'dist/esm/raw'].map((path) => join(folder, path)).find(existsSync);
  const types = (path) => {
    const file = readdirSync(join(raw, path)).find((name) => name.endsWith('types.gen.d.ts'));
    return join(raw, path, file.replace(/\.d\.ts$/, ''));
  };
  const lines = DASHBOARD_TYPES.map((type) => `export type { ${type} } from '${types('dashboard/x')}';`);
  for (const [panel, of] of Object.entries(PANEL_TYPES)) {
    const from = types(`composable/${panel}/panelcfg/x`);
    lines.push(`import type * as ${panel} from '${from}';`);
    of.forEach((type) => lines.push(`export type ${panel}${type} = ${panel}.${type};`));
  }
  const work = mkdtempSync(join(tmpdir(), 'grafana-schema-'));
  try {
    const entry = join(work, 'entry.ts');
    writeFileSync(entry, lines.join('\n'));
    const tsconfig = join(work, 'tsconfig.json');
    const { types: index } = JSON.parse(readFileSync(join(folder, 'package.json')));
    // Panel types import the package by its own name, but it is installed under another name here.
    const compilerOptions = { lib: ['es2022'], types: [], paths: { '@grafana/schema': [join(folder, index)] } };
    writeFileSync(tsconfig, JSON.stringify({ compilerOptions, files: [entry] }));
    return createGenerator({ path: entry, tsconfig, skipTypeCheck: true, expose: 'export' });
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Validator for dashboards of one major version of Grafana. Creating it is slow; using it is fast. */
export class GrafanaSchema {
  #ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
  #panels = new Map();

  /** @param folder directory of the package of that version */
  constructor(folder) {
    const generate = generator(folder);
    const compiled = (type, change = () => {}) => {
      const schema = withoutRequired(generate.createSchema(type));
      change(schema.definitions);
      return this.#ajv.compile(schema);
    };
    this.dashboard = compiled('Dashboard', (is) => {
      is.Dashboard.properties.panels = { type: 'array' };
      OF_PROMETHEUS.forEach((key) => (is.AnnotationQuery.properties[key] = {}));
      is.AnnotationQuery.properties.target = QUERY;
    });
    this.panel = compiled('Panel', (is) => (is.Panel.properties.targets = { type: 'array', items: QUERY }));
    this.row = compiled('RowPanel', (is) => (is.RowPanel.properties.panels = { type: 'array' }));
    this.field = compiled('FieldConfig');
    for (const [panel, of] of Object.entries(PANEL_TYPES)) {
      this.#panels.set(panel, Object.fromEntries(of.map((type) => [type, compiled(panel + type)])));
    }
  }

  /** Returns all faults, one line each, with the location. */
  faults(dashboard) {
    const faults = [];
    const check = (where, validate, value) => {
      if (value !== undefined && !validate(value)) {
        validate.errors.forEach((error) =>
          faults.push(`${where}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`),
        );
      }
    };
    check('dashboard', this.dashboard, dashboard);
    for (const panel of dashboard.panels ?? []) {
      const where = `panel "${panel.title}"`;
      if (panel.type === 'row') {
        check(where, this.row, panel);
      } else if (this.#panels.has(panel.type)) {
        const { Options: options, FieldConfig: custom } = this.#panels.get(panel.type);
        check(where, this.panel, panel);
        check(`${where} options`, options, panel.options);
        for (const [name, config] of configs(panel)) {
          const { custom: ofPanel, ...common } = config;
          check(`${where} ${name}`, this.field, common);
          if (ofPanel && !custom) {
            faults.push(`${where} ${name} has "custom", which ${panel.type} does not support`);
          } else if (ofPanel) {
            check(`${where} ${name} custom`, custom, ofPanel);
          }
        }
      } else {
        faults.push(`${where}: expected type ${[...this.#panels.keys()].join(', ')} or row, found ${panel.type}`);
      }
    }
    return faults;
  }
}

// Converts the defaults and each override to a field config: an override's "custom.width" becomes custom: {width}.
function configs(panel) {
  const of = (override) => {
    const config = {};
    for (const { id, value } of override.properties) {
      const [first, second] = id.split('.');
      if (second) {
        config[first] = { ...config[first], [second]: value };
      } else {
        config[first] = value;
      }
    }
    return config;
  };
  const { defaults, overrides } = panel.fieldConfig;
  return [['defaults', defaults], ...overrides.map((one) => [`override ${one.matcher.options}`, of(one)])];
}
