// Validates ../kubernetes/*.yaml against the types of Kubernetes and of the Prometheus Operator (unknown fields, missing
// fields, wrong types) and ../docker/Dockerfile, and checks that the generated PrometheusRule is up to date. Prints a line
// per file. Exits with 1 if a file is invalid, or if the check misses an error that was inserted on purpose.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate as dockerfileProblems } from 'dockerfile-utils';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

const here = fileURLToPath(new URL('.', import.meta.url));
const kubernetes = join(here, '..', 'kubernetes');

/** Returns the module that declares the type of an apiVersion and kind. */
function moduleOf({ apiVersion, kind }) {
  const home = apiVersion.startsWith('monitoring.coreos.com/') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  return `${home}/${apiVersion}/${kind}`;
}

/** Returns the TypeScript compiler's errors for the documents, written as literals of their types. Unknown fields are errors. */
function typeProblems(documents) {
  const folder = mkdtempSync(join(here, 'typed-'));
  try {
    const file = join(folder, 'documents.ts');
    writeFileSync(file, documents.map((document, i) =>
      `import type { I${document.kind} as T${i} } from '${moduleOf(document)}';\nexport const d${i}: T${i} = ${JSON.stringify(document, null, 1)};\n`).join(''));
    const program = ts.createProgram([file], {
      noEmit: true, strict: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext,
    });
    return ts.getPreEmitDiagnostics(program).map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function documentsOf(text) {
  return parseAllDocuments(text, { uniqueKeys: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(document.errors.map(String).join('; '));
    return document.toJS();
  });
}

let failed = 0;
function report(what, problems) {
  console.log(problems.length === 0 ? `ok   ${what}` : `FAIL ${what}\n  ${problems.join('\n  ')}`);
  failed += problems.length === 0 ? 0 : 1;
}

const files = readdirSync(kubernetes).filter((name) => name.endsWith('.yaml')).sort();
for (const name of files) {
  report(`kubernetes/${name}`, typeProblems(documentsOf(readFileSync(join(kubernetes, name), 'utf8'))));
}

const generated = execFileSync(join(kubernetes, 'prometheusrule.sh'), { encoding: 'utf8' });
report('kubernetes/prometheusrule.yaml is up to date with alerts/lagwatch.rules.yml',
  generated === readFileSync(join(kubernetes, 'prometheusrule.yaml'), 'utf8') ? [] : ['run deploy/kubernetes/prometheusrule.sh > deploy/kubernetes/prometheusrule.yaml']);

const dockerfile = readFileSync(join(here, '..', 'docker', 'Dockerfile'), 'utf8');
const dockerfileErrors = (text) => dockerfileProblems(text).map((problem) => `line ${problem.range.start.line + 1}: ${problem.message}`);
report('docker/Dockerfile', dockerfileErrors(dockerfile));

// Proves that the checks can fail: inserts each kind of error.
const [, , exporter] = documentsOf(readFileSync(join(kubernetes, 'exporter.yaml'), 'utf8'));
const [scrape] = documentsOf(readFileSync(join(kubernetes, 'scrapeconfig.yaml'), 'utf8'));
const inserted = {
  'an unknown field of a container': () => { const d = structuredClone(exporter); d.spec.template.spec.containers[0].portz = []; return typeProblems([d]); },
  'a string instead of a number': () => { const d = structuredClone(exporter); d.spec.replicas = 'one'; return typeProblems([d]); },
  'a missing field': () => { const d = structuredClone(exporter); delete d.spec.selector; return typeProblems([d]); },
  'an unknown field of the Prometheus Operator': () => { const d = structuredClone(scrape); d.spec.staticConfig = []; return typeProblems([d]); },
  'a mistyped instruction of the Dockerfile': () => dockerfileErrors(dockerfile.replace('ENTRYPOINT', 'ENTRYPOIN')),
};
for (const [what, problems] of Object.entries(inserted)) {
  report(`finds ${what}`, problems().length > 0 ? [] : ['found nothing']);
}

process.exit(failed === 0 ? 0 : 1);
