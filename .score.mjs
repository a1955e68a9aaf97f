// ../s1-blind/score.ts
import { readFileSync as readFileSync3 } from "node:fs";

// ../s1-blind/expand.ts
import { readFileSync } from "node:fs";
var LOWER = "abcdefghijklmnopqrstuvwxyz";
var UPPER = LOWER.toUpperCase();
var DIGITS = "0123456789";
var ALPHABETS = {
  digits: DIGITS,
  hex: `${DIGITS}abcdef`,
  HEX: `${DIGITS}ABCDEF`,
  lower: LOWER,
  upper: UPPER,
  alnum: LOWER + UPPER + DIGITS,
  lowernum: LOWER + DIGITS,
  uppernum: UPPER + DIGITS,
  base32: `${UPPER}234567`,
  base64: `${UPPER}${LOWER}${DIGITS}+/`,
  base64url: `${UPPER}${LOWER}${DIGITS}-_`,
  bech32: "qpzry9x8gf2tvdw0s3jn54khce6mua7l".toUpperCase(),
  symbols: `${LOWER}${UPPER}${DIGITS}!@#%^*_-+=?`
};
var A = ALPHABETS;
var WORDS = "amber anchor apple basalt beacon birch bramble cactus canyon cedar cobalt copper coral crimson delta ember falcon fern fjord garnet glacier granite harbor hazel heron indigo ivory jasper juniper kestrel lagoon lantern lemon maple marble meadow mango nectar nutmeg ocean olive onyx orchid otter panda pebble pepper quartz raven river saffron salmon sierra silver summer sunset tango thunder timber tulip velvet violet walnut willow winter zephyr".split(" ");
function mulberry32(seed) {
  let a = seed;
  return () => {
    a = a + 1831565813 | 0;
    let t = Math.imul(a ^ a >>> 15, 1 | a);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
}
function fnv1a(text) {
  let hash = 2166136261;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 16777619);
  return hash >>> 0;
}
function crc32(text) {
  let crc = 4294967295;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ 3988292384 : crc >>> 1;
  }
  return (crc ^ 4294967295) >>> 0;
}
function base62(value2, width) {
  const alphabet = DIGITS + UPPER + LOWER;
  let text = "";
  for (let rest = value2; text.length < width; rest = Math.floor(rest / 62)) text = alphabet.charAt(rest % 62) + text;
  return text;
}
var b64 = (text) => Buffer.from(text).toString("base64");
var b64url = (value2) => Buffer.from(JSON.stringify(value2)).toString("base64url");
var pick = (draw2) => WORDS[Number.parseInt(draw2(A.hex, 4), 16) % WORDS.length] ?? "amber";
var title = (word) => word.charAt(0).toUpperCase() + word.slice(1);
var uuid = (draw2) => `${draw2(A.hex, 8)}-${draw2(A.hex, 4)}-4${draw2(A.hex, 3)}-a${draw2(A.hex, 3)}-${draw2(A.hex, 12)}`;
var checked = (prefix, draw2) => {
  const entropy = draw2(A.alnum, 30);
  return `${prefix}_${entropy}${base62(crc32(entropy), 6)}`;
};
var password = (draw2, length) => `${draw2(LOWER, 1)}${draw2(DIGITS, 1)}${draw2(UPPER, 1)}${draw2(A.symbols, Math.max(length - 3, 5))}`;
var human = (draw2) => `${title(pick(draw2))}${title(pick(draw2))}20${draw2("012", 1)}${draw2(DIGITS, 1)}!`;
var jwt = (draw2, [alg = "hs"]) => {
  const issued = 17e8 + Number(draw2(DIGITS, 7));
  const rsa = alg === "rs";
  const header = rsa ? { alg: "RS256", typ: "JWT", kid: draw2(A.hex, 16) } : { alg: "HS256", typ: "JWT" };
  const payload = {
    iss: `https://auth.${pick(draw2)}.example`,
    sub: `${pick(draw2)}|${draw2(DIGITS, 8)}`,
    iat: issued,
    exp: issued + 3600,
    scope: "openid profile"
  };
  return `${b64url(header)}.${b64url(payload)}.${draw2(A.base64url, rsa ? 342 : 43)}`;
};
var PEM = {
  rsa: ["RSA PRIVATE KEY", "MIIEow", 1580, 64],
  pkcs8: ["PRIVATE KEY", "MIIEvQ", 1610, 64],
  ec: ["EC PRIVATE KEY", "MHcCAQ", 158, 64],
  ed: ["PRIVATE KEY", "MC4CAQ", 58, 64],
  enc: ["ENCRYPTED PRIVATE KEY", "MIIFHD", 1680, 64],
  dsa: ["DSA PRIVATE KEY", "MIIBuw", 590, 64],
  openssh: ["OPENSSH PRIVATE KEY", "b3BlbnNz", 340, 70],
  opensshrsa: ["OPENSSH PRIVATE KEY", "b3BlbnNz", 1780, 70],
  pgp: ["PGP PRIVATE KEY BLOCK", "lQOYBG", 1300, 64]
};
var pem = (draw2, [type = "rsa"]) => {
  const [label, head, length, width] = PEM[type] ?? ["PRIVATE KEY", "MIIEvQ", 1610, 64];
  const body = head + draw2(A.base64, length - head.length);
  const lines2 = body.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
  const extra = type === "pgp" ? [`=${draw2(A.base64, 4)}`] : [];
  const intro = type === "pgp" ? [""] : [];
  return [`-----BEGIN ${label}-----`, ...intro, ...lines2, ...extra, `-----END ${label}-----`].join("\n");
};
var card = (draw2, [start = "4"]) => {
  const digits = start + draw2(DIGITS, 15 - start.length);
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const twice = Number(digits[i]) * (i % 2 === 0 ? 2 : 1);
    sum += twice > 9 ? twice - 9 : twice;
  }
  return digits + (10 - sum % 10) % 10;
};
var MAKERS = {
  ghp: (d) => checked("ghp", d),
  gho: (d) => checked("gho", d),
  ghs: (d) => checked("ghs", d),
  ghr: (d) => checked("ghr", d),
  ghu: (d) => checked("ghu", d),
  npm: (d) => checked("npm", d),
  ghpat: (d) => `github_pat_${d(A.alnum, 22)}_${d(A.alnum, 59)}`,
  glpat: (d) => `glpat-${d(A.base64url, 20)}`,
  akia: (d) => `AKIA${d(A.base32, 16)}`,
  asia: (d) => `ASIA${d(A.base32, 16)}`,
  awssecret: (d) => d(A.base64, 40),
  awssession: (d) => `IQoJb3Jp${d(A.base64, 350)}==`,
  aiza: (d) => `AIza${d(A.base64url, 35)}`,
  ya29: (d) => `ya29.${d(A.base64url, 170)}`,
  gocspx: (d) => `GOCSPX-${d(A.base64url, 28)}`,
  grefresh: (d) => `1//0${d(A.base64url, 98)}`,
  azclient: (d) => `${d(A.alnum, 3)}8Q~${d(A.alnum, 34)}`,
  azstorage: (d) => `${d(A.base64, 86)}==`,
  azbus: (d) => `${d(A.base64, 43)}=`,
  azsas: (d) => encodeURIComponent(`${d(A.base64, 43)}=`),
  xoxb: (d) => `xoxb-${d(DIGITS, 12)}-${d(DIGITS, 13)}-${d(A.alnum, 24)}`,
  xoxp: (d) => `xoxp-${d(DIGITS, 12)}-${d(DIGITS, 12)}-${d(DIGITS, 13)}-${d(A.hex, 32)}`,
  xapp: (d) => `xapp-1-A0${d(A.uppernum, 9)}-${d(DIGITS, 13)}-${d(A.hex, 64)}`,
  slackhook: (d) => `T0${d(A.uppernum, 8)}/B0${d(A.uppernum, 9)}/${d(A.alnum, 24)}`,
  discord: (d) => `${b64(d("123456789", 18)).replace(/=+$/, "")}.${d(A.base64url, 6)}.${d(A.base64url, 38)}`,
  telegram: (d) => `${d("123456789", 10)}:AA${d(A.base64url, 33)}`,
  stripe: (d) => `sk_live_51${d(A.alnum, 97)}`,
  square: (d) => `EAAA${d(A.base64url, 60)}`,
  braintree: (d) => `access_token$production$${d(A.lowernum, 16)}$${d(A.hex, 32)}`,
  sendgrid: (d) => `SG.${d(A.base64url, 22)}.${d(A.base64url, 43)}`,
  mailgun: (d) => `${d(A.hex, 32)}-${d(A.hex, 8)}-${d(A.hex, 8)}`,
  mailchimp: (d) => `${d(A.hex, 32)}-us${d("123456789", 1)}`,
  pypi: (d) => `pypi-AgEIcHlwaS5vcmc${d(A.base64url, 150)}`,
  openai: (d) => `sk-${d(A.alnum, 20)}T3BlbkFJ${d(A.alnum, 20)}`,
  openaiproj: (d) => `sk-proj-${d(A.base64url, 74)}T3BlbkFJ${d(A.base64url, 74)}`,
  anthropic: (d) => `sk-ant-api03-${d(A.base64url, 93)}AA`,
  newrelic: (d) => `NRAK-${d(A.uppernum, 27)}`,
  grafana: (d) => `glsa_${d(A.alnum, 32)}_${d(A.hex, 8)}`,
  airtable: (d) => `pat${d(A.alnum, 14)}.${d(A.hex, 64)}`,
  asana: (d) => `1/${d("123456789", 16)}:${d(A.hex, 32)}`,
  atlassian: (d) => `ATATT3xFfGF0${d(A.base64url, 172)}=${d(A.HEX, 8)}`,
  age: (d) => `AGE-SECRET-KEY-1${d(A.bech32, 58)}`,
  wg: (d) => `${d(A.base64, 42)}${d("AEIMQUYcgkosw048", 1)}=`,
  hvs: (d) => `hvs.${d(A.alnum, 24)}`,
  tfc: (d) => `${d(A.alnum, 14)}.atlasv1.${d(A.alnum, 67)}`,
  op: (d) => `ops_${b64url({ signInAddress: "my.1password.com", userAuth: { method: "SRPg-4096" }, k: d(A.alnum, 180) })}`,
  doppler: (d) => `dp.st.prd.${d(A.alnum, 43)}`,
  uuid: (d) => uuid(d),
  pw: (d, [n2 = "16"]) => password(d, Number(n2)),
  human: (d) => human(d),
  phrase: (d) => [pick(d), pick(d), pick(d), d(DIGITS, 2)].join("-"),
  words: (d, [n2 = "12"]) => Array.from({ length: Number(n2) }, () => pick(d)).join(" "),
  b64pw: (d, [n2 = "20"]) => b64(password(d, Number(n2))),
  b64human: (d) => b64(human(d)),
  basic: (d, [user = "deploy"]) => b64(`${user}:${d(A.alnum, 20)}`),
  b64docker: (d) => b64(JSON.stringify({ auths: { "registry.example.com": { username: "ci", auth: b64(`ci:${d(A.alnum, 20)}`) } } })),
  b64pem: (d, args) => b64(`${pem(d, args)}
`),
  pem,
  /** In one line, with the two characters \n where a line would end. */
  pem1: (d, args) => pem(d, args).replaceAll("\n", "\\n"),
  jwt,
  card
};
function value(id, spec) {
  const random = mulberry32(fnv1a(`${id} ${spec}`));
  const draw2 = (alphabet2, length) => {
    let text = "";
    for (let i = 0; i < length; i++) text += alphabet2.charAt(Math.floor(random() * alphabet2.length));
    return text;
  };
  const bare = spec.replace(/!$/, "").replace(/#\w+$/, "");
  const bar = bare.lastIndexOf("|");
  const [kind = "", ...args] = bare.slice(bar + 1).split(":");
  const alphabet = ALPHABETS[kind];
  const maker = MAKERS[kind];
  if (!alphabet && !maker) throw new Error(`${id}: unknown placeholder ${spec}`);
  return bare.slice(0, Math.max(bar, 0)) + (alphabet ? draw2(alphabet, Number(args[0] ?? 32)) : maker?.(draw2, args) ?? "");
}
function fill(id, text) {
  return text.replace(
    /^([\s+\-># /|*]*)?(.*)$/gm,
    (line, lead) => line.replace(/⟦([^⟧]+)⟧/g, (whole2, spec) => {
      const inserted = value(id, spec);
      const leads = lead !== void 0 && line.startsWith(lead + whole2);
      return leads ? inserted.replaceAll("\n", `
${lead}`) : inserted;
    })
  );
}
function pieces(secret) {
  const lines2 = secret.split(/\n|\\n/);
  return lines2.length === 1 ? [secret] : lines2.filter((line) => line.length >= 20 && !line.startsWith("-----"));
}
function expand(row) {
  const text = fill(row.id, row.text);
  const secrets = "secrets" in row ? row.secrets : void 0;
  if (!secrets) return { ...row, text };
  return { ...row, text, secrets: secrets.flatMap((secret) => pieces(fill(row.id, secret))) };
}
function readSecrets() {
  const lines2 = readFileSync(new URL("secrets.jsonl", "file:///tmp/w/s1-blind/x.ts"), "utf8").split("\n");
  return lines2.filter((line) => line).map((line) => expand(JSON.parse(line)));
}

// ../s1-blind/bulk.ts
import { existsSync, readdirSync, readFileSync as readFileSync2 } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
var ROOT = fileURLToPath(new URL("../..", "file:///tmp/w/s1-blind/x.ts"));
var SHORTEST = 200;
var LONGEST = 3e4;
var LEFT_OUT = /(linux|darwin|win32|freebsd|android|wasm32|sunos|openbsd|netbsd|openharmony|aix)-|\/(tests?|__tests__)\/|\/\.|\/build\//;
var OWN_LEFT_OUT = /^src\/(detect|redact|reviewers)|secret|redact/;
var DISPUTED = /BEGIN [A-Z ]*PRIVATE KEY|:\/\/[^/\s"'`]{1,40}:[^/@\s"'`]{1,40}@|\b(ghp_|glpat-|xox[abp]-|AKIA|sk-ant-|eyJ[\w-]{8,}\.eyJ)|(password|passphrase|secret|token)['"]?\s*[:=]\s*['"`][^'"`$\s]{3,}['"`]/i;
var HEX = "0123456789abcdef";
var ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
var BASE64 = `${ALNUM}+/`;
var between = (random, low, high) => low + Math.floor(random() * (high - low + 1));
var pick2 = (random, items) => items[Math.floor(random() * items.length)];
var draw = (random, alphabet, length) => {
  let text = "";
  for (let i = 0; i < length; i++) text += alphabet.charAt(Math.floor(random() * alphabet.length));
  return text;
};
var hex = (random, length) => draw(random, HEX, length);
var uuid2 = (r) => `${hex(r, 8)}-${hex(r, 4)}-4${hex(r, 3)}-b${hex(r, 3)}-${hex(r, 12)}`;
var two = (value2) => String(value2).padStart(2, "0");
var time = (r) => `2025-${two(between(r, 1, 12))}-${two(between(r, 1, 28))}T${two(between(r, 0, 23))}:${two(between(r, 0, 59))}:${two(between(r, 0, 59))}.${between(r, 100, 999)}Z`;
var ip = (r) => `${between(r, 1, 223)}.${between(r, 0, 255)}.${between(r, 0, 255)}.${between(r, 1, 254)}`;
var logarithmic = (random, low, high) => Math.round(Math.exp(Math.log(low) + random() * (Math.log(high) - Math.log(low))));
var lines = (random, low, high, make) => Array.from({ length: logarithmic(random, low, high) }, (_, i) => make(i)).join("\n");
function filesBelow(directory) {
  if (!existsSync(directory)) return [];
  const found = [];
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) found.push(...filesBelow(path));
    else if (entry.isFile()) found.push(path);
  }
  return found.sort();
}
function spread(items, count) {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, i) => items[Math.floor(i * items.length / count)]);
}
function part(text, random) {
  const size = logarithmic(random, 300, LONGEST);
  if (text.length <= size) return text;
  const start = Math.floor(random() * (text.length - size));
  const line = text.lastIndexOf("\n", start) + 1;
  const from = start - line < 400 ? line : start;
  const end = text.lastIndexOf("\n", from + size);
  return text.slice(from, end > from + size / 2 ? end : from + size).toWellFormed();
}
var numbered = (text, first) => text.split("\n").map((line, i) => `${String(first + i).padStart(6)}	${line}`).join("\n");
function packages() {
  const root = join(ROOT, "node_modules");
  const all2 = filesBelow(root).map((path) => relative(root, path)).filter((path) => !LEFT_OUT.test(`/${path}`));
  const kinds = [
    ["document", /\.(md|markdown)$/i, 150, 3],
    ["licence", /(^|\/)(licen[cs]e|notice|copying)[^/]*$/i, 120, 1],
    ["types", /\.d\.[cm]?ts$/, 330, 1],
    ["code", /\.[cm]?js$/, 350, 1],
    ["minified", /\.min(imal)?\.[cm]?js$/, 40, 2],
    ["map", /\.map$/, 110, 1],
    ["manifest", /(^|\/)package\.json$/, 110, 1]
  ];
  return kinds.flatMap(
    ([kind, pattern, count, times]) => spread(
      all2.filter((path) => pattern.test(path)),
      count
    ).flatMap((path) => {
      const text = readFileSync2(join(root, path), "utf8");
      return Array.from({ length: times }, (_, i) => {
        const id = `bulk-${kind}:${path}:${i}`;
        return { id, tool: "Read", text: part(text, mulberry32(fnv1a(id))) };
      });
    })
  );
}
function lockFile() {
  const text = readFileSync2(join(ROOT, "package-lock.json"), "utf8");
  return Array.from({ length: 40 }, (_, i) => {
    const id = `bulk-lock:${i}`;
    return { id, tool: i % 2 ? "Read" : "Bash", text: part(text, mulberry32(fnv1a(id))) };
  });
}
function patch(path, text, r) {
  const all2 = text.split("\n");
  const hunks = Array.from({ length: between(r, 1, 4) }, () => {
    const start = Math.floor(r() * Math.max(all2.length - 12, 1));
    const window = all2.slice(start, start + between(r, 7, 40));
    const body = window.flatMap((line) => {
      const fate = r();
      if (fate < 0.75 || !line.trim()) return [` ${line}`];
      if (fate < 0.85) return [`+${line}`];
      return [`-${line.replace(/\b[a-z]\w{3,}\b/, (name) => `${name}Old`)}`, `+${line}`];
    });
    return `@@ -${start + 1},${window.length} +${start + 1},${window.length} @@
${body.join("\n")}`;
  });
  const subject = pick2(r, ["Simplify", "Fix", "Rename", "Split", "Speed up", "Document"]);
  return [
    `commit ${hex(r, 40)}`,
    "Author: Dana K <dana@acme.example>",
    `Date:   ${time(r)}`,
    "",
    `    ${subject} ${basename(path, ".ts")}`,
    "",
    `diff --git a/${path} b/${path}`,
    `index ${hex(r, 7)}..${hex(r, 7)} 100644`,
    `--- a/${path}`,
    `+++ b/${path}`,
    ...hunks
  ].join("\n");
}
function sources() {
  const files = filesBelow(join(ROOT, "src")).map((path) => relative(ROOT, path)).filter((path) => path.endsWith(".ts") && !OWN_LEFT_OUT.test(path));
  const read = (path) => readFileSync2(join(ROOT, path), "utf8");
  return [
    ...spread(files, 170).map((path) => {
      const id = `bulk-source:${path}`;
      return { id, tool: "Read", text: numbered(part(read(path), mulberry32(fnv1a(id))), 1) };
    }),
    ...spread(files.slice(3), 190).map((path) => {
      const id = `bulk-patch:${path}`;
      return { id, tool: "Bash", text: patch(path, read(path), mulberry32(fnv1a(id))) };
    }),
    ...spread(files.slice(5), 70).map((path) => {
      const id = `bulk-grep:${path}`;
      const hits = read(path).split("\n").flatMap((line, i) => /const |export /.test(line) ? [`${path}:${i + 1}:${line}`] : []);
      return { id, tool: "Grep", text: hits.join("\n") };
    })
  ];
}
function corpora() {
  const directory = join(ROOT, "test/corpus");
  return readdirSync(directory).filter((name) => name.endsWith(".jsonl") && !OWN_LEFT_OUT.test(name)).sort().flatMap((name) => {
    const text = readFileSync2(join(directory, name), "utf8");
    return Array.from({ length: 4 }, (_, i) => {
      const id = `bulk-corpus:${name}:${i}`;
      const piece = part(text, mulberry32(fnv1a(id)));
      return { id, tool: i % 2 ? "Grep" : "Read", text: i % 2 ? piece.replace(/^/gm, `test/corpus/${name}:`) : piece };
    });
  });
}
var WORDS2 = "auth billing cache catalog core export gateway image import mail order queue search session sync user".split(" ");
var AGENTS = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36",
  "curl/8.5.0",
  "kube-probe/1.29",
  "python-requests/2.31.0"
];
var METHODS = ["GET", "GET", "GET", "POST", "PUT", "DELETE"];
var STATUSES = [200, 200, 200, 201, 204, 301, 304, 400, 401, 404, 500, 502];
var LOGS = {
  access: (r) => lines(
    r,
    4,
    160,
    () => `${ip(r)} - - [${two(between(r, 1, 28))}/Mar/2025:${two(between(r, 0, 23))}:${two(between(r, 0, 59))}:${two(between(r, 0, 59))} +0000] "${pick2(r, METHODS)} /api/${pick2(r, WORDS2)}s/${r() < 0.5 ? between(r, 1, 99999) : uuid2(r)}?page=${between(r, 1, 40)} HTTP/1.1" ${pick2(r, STATUSES)} ${between(r, 0, 9e4)} "-" "${pick2(r, AGENTS)}" ${r().toFixed(3)}`
  ),
  traces: (r) => lines(
    r,
    3,
    90,
    () => JSON.stringify({
      ts: time(r),
      level: pick2(r, ["debug", "info", "info", "warn"]),
      svc: pick2(r, WORDS2),
      trace_id: hex(r, 32),
      span_id: hex(r, 16),
      msg: pick2(r, ["request completed", "cache miss", "job finished", "token refreshed", "retrying"]),
      duration_ms: Number((r() * 900).toFixed(2)),
      request_id: `req_${draw(r, ALNUM, 24)}`
    })
  ),
  sums: (r) => {
    const length = pick2(r, [32, 40, 64, 128]);
    return lines(
      r,
      6,
      120,
      (i) => `${hex(r, length)}  dist/${pick2(r, WORDS2)}-${i}.${pick2(r, ["js", "css", "tar.gz", "whl"])}`
    );
  },
  ci: (r) => lines(
    r,
    6,
    140,
    () => pick2(r, [
      () => `${time(r)} ##[group]Run actions/cache@${hex(r, 40)}`,
      () => `${time(r)} Cache restored from key: node-${hex(r, 64)}`,
      () => `${time(r)} #${between(r, 4, 30)} sha256:${hex(r, 64)} ${between(r, 1, 40)}.${between(r, 10, 99)}MB / 41.20MB`,
      () => `${time(r)}  \u2713 test/${pick2(r, WORDS2)}.test.ts (${between(r, 1, 40)} tests) ${between(r, 2, 900)}ms`,
      () => `${time(r)} npm warn deprecated ${pick2(r, WORDS2)}@${between(r, 0, 9)}.${between(r, 0, 20)}.0: no longer supported`,
      () => `${time(r)} Uploaded artifact ${uuid2(r)} (${between(r, 1, 9e3)} bytes)`
    ])()
  ),
  pods: (r) => `NAME${" ".repeat(44)}READY   STATUS    RESTARTS   AGE
${lines(r, 4, 60, () => `${pick2(r, WORDS2)}-${pick2(r, WORDS2)}-${draw(r, "bcdfghjklmnpqrstvwxz2456789", 10)}-${draw(r, "bcdfghjklmnpqrstvwxz2456789", 5)}${" ".repeat(12)}1/1     Running   ${between(r, 0, 9)}          ${between(r, 1, 90)}d`)}`,
  history: (r) => lines(
    r,
    5,
    150,
    () => `${hex(r, 40)} ${pick2(r, ["fix", "feat", "chore", "docs", "refactor"])}(${pick2(r, WORDS2)}): ${pick2(r, ["rename token", "drop old key", "faster", "types", "password rules"])} (#${between(r, 1, 4e3)})`
  ),
  trace: (r) => `TypeError: Cannot read properties of undefined (reading '${pick2(r, WORDS2)}')
${lines(r, 5, 40, () => `    at ${pick2(r, ["async ", ""])}${pick2(r, WORDS2)}.${pick2(r, WORDS2)} (/srv/app/dist/${pick2(r, WORDS2)}-${hex(r, 8)}.js:${between(r, 1, 900)}:${between(r, 1, 80)})`)}`,
  csv: (r) => `id,sku,price,created_at,customer,etag
${lines(r, 5, 160, (i) => `${i},${draw(r, "ABCDEFGHJKLMNPQRSTUVWXYZ", 3)}-${between(r, 1e3, 9999)},${(r() * 400).toFixed(2)},${time(r)},cus_${draw(r, ALNUM, 14)},"${hex(r, 32)}"`)}`,
  coverage: (r) => `File                 | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s
---------------------|---------|----------|---------|---------|------------------
${lines(r, 4, 90, () => ` ${`${pick2(r, WORDS2)}-${pick2(r, WORDS2)}.ts`.padEnd(20)}| ${(r() * 100).toFixed(2).padStart(7)} | ${(r() * 100).toFixed(2).padStart(8)} | ${(r() * 100).toFixed(2).padStart(7)} | ${(r() * 100).toFixed(2).padStart(7)} | ${between(r, 1, 40)}-${between(r, 41, 90)},${between(r, 91, 300)}`)}`,
  listing: (r) => lines(
    r,
    5,
    120,
    () => `-rw-r--r-- 1 dana staff ${String(between(r, 10, 999999)).padStart(7)} Mar ${String(between(r, 1, 28)).padStart(2)} ${two(between(r, 0, 23))}:${two(between(r, 0, 59))} ${pick2(r, WORDS2)}-${draw(r, ALNUM, 8)}.${pick2(r, ["js", "css", "map", "woff2"])}`
  ),
  objects: (r) => lines(
    r,
    3,
    60,
    () => `{"_id":{"$oid":"${hex(r, 24)}"},"ref":"${draw(r, ALNUM, 21)}","slug":"${pick2(r, WORDS2)}-${pick2(r, WORDS2)}-${draw(r, "abcdefghijklmnopqrstuvwxyz0123456789", 7)}","rev":"${between(r, 1, 40)}-${hex(r, 32)}","cursor":"${Buffer.from(`v1:${between(r, 1, 99999)}:${time(r)}`).toString("base64")}"}`
  ),
  picture: (r) => {
    const kind = pick2(r, [
      "png;base64,iVBORw0KGgoAAAANSUhEUgAA",
      "jpeg;base64,/9j/4AAQSkZJRgABAQAA",
      "webp;base64,UklGR"
    ]);
    return `.${pick2(r, WORDS2)} { background: url("data:image/${kind}${draw(r, BASE64, logarithmic(r, 200, 2e4))}=") no-repeat }
.${pick2(r, WORDS2)} { color: #${hex(r, 6)} }`;
  },
  dump: (r) => lines(r, 4, 200, (i) => {
    const bytes = Array.from({ length: 16 }, () => between(r, 0, 255));
    const seen = bytes.map((byte) => byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".").join("");
    return `${(i * 16).toString(16).padStart(8, "0")}: ${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(" ")}  ${seen}`;
  }),
  drawing: (r) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
${lines(r, 2, 80, () => `<path fill="#${hex(r, 6)}" d="M${between(r, 0, 512)} ${between(r, 0, 512)}${Array.from({ length: between(r, 3, 14) }, () => `c${(r() * 40 - 20).toFixed(2)} ${(r() * 40 - 20).toFixed(2)} ${(r() * 40).toFixed(1)}-${(r() * 40).toFixed(1)} ${(r() * 9).toFixed(3)} 0`).join("")}z"/>`)}
</svg>`
};
function logs() {
  return Object.entries(LOGS).flatMap(
    ([kind, make]) => Array.from({ length: 36 }, (_, i) => {
      const id = `bulk-${kind}:${i}`;
      return { id, tool: "Bash", text: make(mulberry32(fnv1a(id))) };
    })
  );
}
function bulk() {
  const seen = /* @__PURE__ */ new Set();
  return [...packages(), ...lockFile(), ...sources(), ...corpora(), ...logs()].filter(({ text }) => {
    if (text.length < SHORTEST || text.length > LONGEST || DISPUTED.test(text) || seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

// src/memo.ts
function memo(compute) {
  const known = /* @__PURE__ */ new Map();
  return (key) => {
    if (known.has(key)) return known.get(key);
    const value2 = compute(key);
    known.set(key, value2);
    return value2;
  };
}
function once(compute) {
  const ask = memo((_) => compute());
  return () => ask(void 0);
}

// src/detect/secrets/values.ts
var SAID = /example|sample|placeholder|change[-_ ]?(?:me|this|it)|dummy|redacted|your[-_ ]?|xxxx|\*{3}|\.{3}|…|•|fake|insert|replace[-_ ]?(?:me|with|this)|\btest[-_]|[-_]test\b|lorem|todo|foo[-_ ]?bar|mock|deadbeef|not[-_]?a?[-_]?(?:real|secret)/i;
var LONGEST_RUN = 7;
function isMadeUp(value2) {
  const said = SAID.exec(value2)?.[0];
  return said !== void 0 && isWritten(said) || isMonotonous(value2) || DOCUMENTED().has(value2);
}
var DOCUMENTED = once(
  () => new Set(
    "4eC39HqLyjWDarjtT1zdp7dc BQokikJOvBiI2HlWgH4olfQ2 26PHem9AhJZvU623DfE1x4sd 2YotnFZFEjr1zCsicMWpAA tGzv3JOkF0XG5Qx2TlKWIA ad180jjd733klru7 nnch734d00sl2jdk kd94hf93k423kf44 pfkkdhi9sl3r4s00 dpf43f3p2l4k3l03 hh5s93j4hdidpola hdhd0244k9j7ao03 mF_9.B5f-4.1JqM czZCaGRSa3F0MzpnWDFmQmF0M2JW QWxhZGRpbjpvcGVuIHNlc2FtZQ== QWxhZGRpbjpPcGVuU2VzYW1l SplxlOBeZQQYbYS6WxSbIA 7Fjfp0ZBr1KtDRbnfVdmIw 37f5a0b0fb8c3b1c1a1d7c6c8e2f0b1a".split(" ")
  )
);
function isWritten(word) {
  return word === word.toLowerCase() || word === word.toUpperCase() || /^[A-Z][a-z]+(?:[^A-Za-z]?[A-Z][a-z]+)*$/.test(word);
}
function isMonotonous(value2) {
  const chars = value2.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (chars.length === 0) return true;
  const variety = new Set(chars).size;
  if (variety <= Math.min(5, chars.length / 3)) return true;
  let run = 1;
  let ordered = 0;
  let direction = 0;
  for (let at = 1; at < chars.length; at++) {
    const step = chars.charCodeAt(at) - chars.charCodeAt(at - 1);
    const isNeighbour = step === 1 || step === -1 || chars[at - 1] === "9" && chars[at] === "0";
    if (isNeighbour) ordered++;
    run = isNeighbour && (run === 1 || step === direction || step === -9) ? run + 1 : isNeighbour ? 2 : 1;
    if (isNeighbour && step !== -9) direction = step;
    if (run >= LONGEST_RUN) return true;
  }
  if (chars.length >= 12 && ordered > chars.length * 0.6) return true;
  return chars.length >= 12 && isRepeated(chars);
}
function isRepeated(chars) {
  for (let period = 1; period <= 8; period++) if (chars.slice(period) === chars.slice(0, -period)) return true;
  return false;
}
var FAKE = once(
  () => new Set(
    "your my here enter put paste example sample demo dummy fake mock stub fixture test tests testing tester placeholder change changeme changeit todo tbd none null nil undefined empty blank redacted hidden masked removed omitted secret secrets token tokens key keys password passwd passw pass pwd passphrase credential credentials value string text foo bar baz qux abc abcd abcdef xyz asdf qwerty letmein invalid valid wrong bad correct incorrect old new required optional bearer true false yes no xxx insecure unsafe".split(" ")
  )
);
var NEUTRAL = once(
  () => new Set(
    "a an the some this that it is me i in of or and to for at not do use used with only real really actual random generated long short strong weak very super safe secure api access auth admin administrator root user username name id client app default local dev development localhost postgres postgresql mysql mariadb redis mongo mongodb rabbitmq guest minio minioadmin elastic sa rails django node oracle system public private session refresh signing encryption webhook github gitlab openai stripe slack aws google azure prod production staging service db database server host jwt basic login account current confirm confirmation field input label type hash salt file path url uri env var variable config at least chars characters min max".split(" ")
  )
);
function isStandIn(value2) {
  const words = wordsOf(value2);
  if (words.length === 0) return true;
  if (!words.every((word) => FAKE().has(word) || NEUTRAL().has(word))) return false;
  return words.some((word) => FAKE().has(word)) || classesOf(value2) < 4;
}
function wordsOf(value2) {
  return value2.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().replace(/password|passwd|secret|token|admin|user/g, " $& ").split(/[^a-z]+/).filter((word) => word !== "");
}
function classesOf(value2) {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((each) => each.test(value2)).length;
}
var NOT_LITERAL = /^(?:[$<{[\\]|(?:[%*=~!?^@#])(?!(?=.{9})(?=[^\s]*\d)(?=[^\s]*[a-z])(?=[^\s]*[A-Z])[^\s%=]*$)|\.[*+])|[$#]\{|\{\{|%[sdv]\b|\$\(/;
var REFERENCE = /^(?:arn:|op:\/\/|vault:|ssm:|secret:|env[:.]|file:|ref\+|keyring:|gcpsm:|projects\/|https?:\/\/|ENC[[(]|sha(?:1|256|384|512)[:-]|md5:|\$2[aby]\$|data:|urn:|process\.|os\.|secrets\.|vars?\.|local\.|module\.|self\.|this\.|config[.[])/i;
var PATH_LIKE = /^(?:~|\.{1,2})?\/|^[A-Za-z]:[\\/]|^[\w.-]+\.(?:ts|js|py|go|rb|json|ya?ml|pem|key|txt|md|env|sh|toml|crt)$/;
function isReference(value2) {
  return NOT_LITERAL.test(value2) || REFERENCE.test(value2);
}
function isPathLike(value2) {
  return PATH_LIKE.test(value2);
}
var WORD_RUN = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;
function isRandom(value2, shortest = 16) {
  if (value2.length < shortest || /\s/.test(value2)) return false;
  const chars = value2.replace(/[^A-Za-z0-9]/g, "");
  if (chars.length < shortest * 0.75 || entropyOf(chars) < (chars.length < 20 ? 2.7 : 3)) return false;
  let changes = 0;
  for (let at = 1; at < chars.length; at++) if (classOf(chars, at) !== classOf(chars, at - 1)) changes++;
  const digits = chars.replace(/\D/g, "").length / chars.length;
  const words = (value2.match(WORD_RUN) ?? []).filter(isSpeakable).join("").length / chars.length;
  if (digits === 0) return value2.length >= 20 && changes / chars.length >= 0.3 && words < 0.45;
  if (digits > 0.9) return false;
  return changes / chars.length >= 0.18 && (words < 0.6 || digits >= 0.2);
}
function isSpeakable(run) {
  return /[aeiouy]/i.test(run) && !/[^aeiouy]{4}/i.test(run);
}
function classOf(text, at) {
  const code = text.charCodeAt(at);
  return code < 58 ? 0 : code < 91 ? 1 : 2;
}
function entropyOf(text) {
  const counts = /* @__PURE__ */ new Map();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count / text.length * Math.log2(count / text.length);
  return bits;
}
function fromBase64(text) {
  const clean2 = text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (clean2.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(clean2)) return void 0;
  return atob(clean2);
}
function isWebToken(value2) {
  return value2.startsWith("eyJ") && value2.includes(".eyJ");
}

// src/detect/secrets/beside.ts
var SPEAKS = /(?:pass(?:word|phrase|code|wd)|secret|token|credential|(?:api|access|private|signing|encryption|master|auth|licen[cs]e|server|shared|unseal|recovery|admin) ?[_-]?key)/gi;
var OPEN_LINE = /hash|sha\d|sha-|md5|integrity|digest|checksum|public|fingerprint|commit|etag|cache|cursor|next|page|csrf|nonce|\bid\b|request|trace|uuid|version|sealed|encrypted|\bENC\[|signature/i;
var RUN = /(?<=[\s"'`:(,>|])[\w+/~-]{24,512}={0,2}(?![\w./+@%(-])/g;
var LONGEST_LINE = 400;
function* besideNames(text) {
  let done = 0;
  for (const { index } of text.matchAll(SPEAKS)) {
    if (index < done) continue;
    const start = text.lastIndexOf("\n", index) + 1;
    const next = text.indexOf("\n", index);
    const end = next === -1 ? text.length : next;
    done = end;
    if (end - start > LONGEST_LINE || OPEN_LINE.test(text.slice(start, end))) continue;
    for (const { 0: run, index: at } of text.slice(start, end).matchAll(RUN))
      if (start + at > index && isDrawn(run)) yield { kind: "secret", start: start + at, end: start + at + run.length };
  }
}
function isDrawn(run) {
  if (!/\d/.test(run) || classesOf(run.replace(/\W|_/g, "")) < 3 || isMadeUp(run)) return false;
  if (isPathLike(run) || isReference(run) || isWebToken(run) || (run.match(/\//g)?.length ?? 0) > 3) return false;
  return isRandom(run, 24);
}

// src/detect/secrets/keys.ts
var KEY_LINE = /-----(BEGIN|END) (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
var KEY_MATERIAL = /[A-Za-z0-9+/=]{24}/;
var KEY_START = /^[A-Za-z0-9+/=\s\\:,.-]*/;
var KEY_CHAR = /[A-Za-z0-9+/=\s\\]/;
var PUTTY = /Private-Lines: \d{1,3}\s{1,2}((?:[A-Za-z0-9+/=]{4,64}\s{1,2}){1,100})/g;
var JWK = /"d"\s{0,4}:\s{0,4}"([A-Za-z0-9_-]{32,700})"/g;
var LONGEST2 = 8192;
function privateKeys(text) {
  const found = [];
  if (text.includes("PRIVATE KEY")) found.push(...inPem(text));
  if (text.includes("Private-Lines:"))
    for (const { index, 0: whole2, 1: lines2 = "" } of text.matchAll(PUTTY))
      found.push({
        kind: "private-key",
        start: index + whole2.length - lines2.length,
        end: index + whole2.trimEnd().length
      });
  if (text.includes('"kty"'))
    for (const { index, 0: whole2, 1: value2 = "" } of text.matchAll(JWK))
      found.push({ kind: "private-key", start: index + whole2.length - 1 - value2.length, end: index + whole2.length - 1 });
  return found;
}
function inPem(text) {
  const lines2 = [...text.matchAll(KEY_LINE)].map((line) => ({
    begins: line[1] === "BEGIN",
    start: line.index,
    end: line.index + line[0].length
  }));
  const found = [];
  let done = 0;
  lines2.forEach((line, index) => {
    const next = lines2[index + 1];
    let from = line.end;
    let to = line.end;
    if (line.begins) {
      const closed = next && !next.begins;
      const body = text.slice(line.end, next ? next.start : text.length);
      to = line.end + (closed ? body.length : KEY_START.exec(body)?.[0].length ?? 0);
    } else if (!lines2[index - 1]?.begins) {
      from = line.start;
      const earliest = Math.max(lines2[index - 1]?.end ?? 0, line.start - LONGEST2);
      while (from > earliest && KEY_CHAR.test(text.charAt(from - 1))) from--;
      to = line.start;
    }
    if (from < done || !KEY_MATERIAL.test(text.slice(from, to))) return;
    found.push({ kind: "private-key", start: from, end: to });
    done = to;
  });
  return found;
}

// src/detect/secrets/kubernetes.ts
var KIND = /\bkind"?[ \t]{0,4}:\s{0,4}"?([A-Z]\w{1,60})\b/g;
var YAML_DATA = /^([ \t]*)(data|stringData):[ \t]*\r?\n((?:\1[ \t]+\S.*\r?\n?)+)/gm;
var YAML_ENTRY = /^[ \t]+([\w.-]+):[ \t]+["']?([^\s"'|>]{4,})["']?[ \t]*$/gm;
var JSON_DATA = /"(data|stringData)"(\s{0,4}):\s{0,4}\{([^{}]{1,65536})\}/g;
var JSON_ENTRY = /"([\w.-]+)"\s{0,4}:\s{0,4}"([^"\\]{4,})"/g;
var PUBLIC = /\.(?:crt|cert|pub|ca)$|^(?:ca|tls)\.crt$|^(?:namespace|username|user|host|port|database|url|email)$/i;
function* kubernetesSecrets(text) {
  if (!text.includes("Secret") || !/\bkind"?[ \t]{0,4}:\s{0,4}"?Secret\b/.test(text)) return;
  let start = 0;
  for (const document of text.split(/(?=\n---)/)) {
    const kinds = [...document.matchAll(KIND)].map(({ 1: name = "", index }) => ({ name, index }));
    if (kinds.some(({ name }) => name === "Secret"))
      for (const [data, entry] of [
        [YAML_DATA, YAML_ENTRY],
        [JSON_DATA, JSON_ENTRY]
      ])
        for (const found of valuesIn(document, kinds, data, entry))
          yield { kind: "kubernetes-secret", start: start + found.start, end: start + found.end };
    start += document.length;
  }
}
function* valuesIn(text, kinds, data, entry) {
  let next = 0;
  for (const block of text.matchAll(data)) {
    const body = block[3] ?? "";
    const base = block.index + block[0].length - body.length - (block[0].endsWith("}") ? 1 : 0);
    while (next < kinds.length && (kinds[next]?.index ?? 0) < base) next++;
    if ((kinds[next] ?? kinds[next - 1])?.name !== "Secret") continue;
    for (const { 0: whole2, 1: name = "", 2: value2 = "", index } of body.matchAll(entry)) {
      if (PUBLIC.test(name) || !isHidden(value2, block[0].includes("stringData"))) continue;
      const start = base + index + whole2.lastIndexOf(value2);
      yield { start, end: start + value2.length };
    }
  }
}
function isHidden(value2, isPlain) {
  if (value2.startsWith("[") || isReference(value2)) return false;
  const plain = (isPlain ? value2 : fromBase64(value2))?.trim() ?? "";
  return plain.length >= 4 && !isStandIn(plain) && !isMadeUp(plain) && !/^(?:true|false)$/.test(plain);
}

// src/detect/secrets/names.ts
var KEYS = "api|access|auth|private|signing|encryption|account|app|application|master|shared|session|storage|admin|licen[sc]e|service|service[_-]?role|hmac|jwt|crypt|cipher|subscription|deploy|webhook|primary|secondary|server|unseal|recovery|secret";
var FOREIGN = "\u30D1\u30B9\u30EF\u30FC\u30C9|\u5BC6\u7801|\u5BC6\u78BC|\uBE44\uBC00\uBC88\uD638|\u043F\u0430\u0440\u043E\u043B\u044C|mot de passe|contrase\xF1a|passwort|kennwort|senha|wachtwoord|l\xF6senord|has\u0142o|parola";
var NAME = `(?:pass(?:word|wd|phrase|code)|pwd|(?<=[a-z0-9][_-]|db|user|smtp|mail|admin|root|ftp|redis|require|control|master)pass|psk|masterauth|${FOREIGN}|secret(?:[ _-]?(?:access[ _-]?)?key(?:[_-]?base)?)?|(?<![a-z])pw|(?<![a-z])pass|token|(?:${KEYS})[ _-]?key|(?<=[a-z0-9])[_-]key|client-key-data|_auth|(?<=[a-z][_-])pat|credentials?)`;
var secretName = once(() => new RegExp(`${NAME}$`, "i"));
var passwordName = once(() => new RegExp(`(?:pass\\w{0,6}|pwd?|psk|masterauth|${FOREIGN})$`, "i"));
function isPasswordName(name) {
  return passwordName().test(name);
}
function kindOf(name) {
  if (isPasswordName(name)) return "password";
  if (/token|_auth|pat$/i.test(name)) return "token";
  return /secret|credential/i.test(name) ? "secret" : "key";
}
var NO_VALUE = /^(?:true|false|null|nil|none|undefined|yes|no|on|off|string|str|number|int|integer|float|bool|boolean|bytes|any|unknown|object|never|void|required|optional|hidden|masked|redacted|changeme|[*x.•-]+)[.!?]?$/i;
var NOT_LITERAL2 = /^(?:[$<{[\\]|(?:[%*=~!?^])(?!(?=.{9})(?=[^\s]*\d)(?=[^\s]*[a-z])(?=[^\s]*[A-Z])[^\s%=]*$)|\.[*+])|\$\{|#\{|\{\{|%[sdv]\b/;
var PATH = /^(?:~|\.{1,2})?\/[a-z][\w.-]*(?:\/[\w.-]*)*$/;
var TOKEN = /^\[[A-Z_]{2,24}:[0-9a-f]{4}\]$/;
function isLiteral(value2) {
  if (TOKEN.test(value2) || NO_VALUE.test(value2) || NOT_LITERAL2.test(value2)) return false;
  return !(PATH.test(value2) && value2.length !== 40);
}
function isToken(value2) {
  return TOKEN.test(value2);
}
var OPEN_NAME = /(?:next|page|pagination|continuation|continue|cursor|sync|csrf|xsrf|cancel|cancellation|public|public[_-]?key|publishable|foreign|partition|sort|cache|idempotency|i18n|design|color|css|syntax|lexer|parser|[ebp]os|pad|unk|mask|sep|stop|special|max|min|num|input|output|total|prompt|completion|start|end|site|anon|resume|scroll|change|nonce|request|object|file|row|lookup|group|dedup\w*|hash|map|dict|tag|entity|item|image|asset|registry|routing|message|state|host|trace|s3|bucket|blob|path|column|unique|config|composite|index|range|natural|surrogate|sorting|query|react|node|i18n|ssh|known|build|lock|test|resource|event|data)[_.-]?$/i;
var HASHED = /(?:hash|hashed|digest|checksum|fingerprint|encrypted|sealed|salt|salted)[_-]?(?:pass\w*|secret|token|key)$/i;
var DIRECTORY = /^(?:OLD)?PWD$/i;
function isKept(name, value2, where) {
  if (isWebToken(value2) || !isLiteral(value2) || isReference(value2) || isMadeUp(value2) || isPathLike(value2) || DIRECTORY.test(name))
    return false;
  if (isPasswordName(name)) return !HASHED.test(name) && isPasswordLike(value2, where);
  const stem = name.replace(/(?:token|key)$/i, "");
  return !HASHED.test(name) && !(stem !== name && OPEN_NAME.test(stem)) && isKeyLike(name, value2, where);
}
var WORD = /^[A-Za-z][a-z]*(?:[A-Z][a-z]+)*$|^[a-z]+$|^[A-Z]+$|^[A-Za-z]+(?:[-_./: ][A-Za-z]+)+$/;
function isPasswordLike(value2, where) {
  if (value2.length < 6 || value2.length > 256 || isStandIn(value2) || isMadeUp(value2) || isReference(value2)) return false;
  if (/\s/.test(value2)) return false;
  if (WORD.test(value2)) return where === "environment" && value2.length >= 8;
  return /[a-z]/i.test(value2) && classesOf(value2) >= 2;
}
var UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function isKeyLike(name, value2, where) {
  if (UUID.test(value2)) return /(?:api|access|auth)[_-]?(?:key|token)$|secret$|secret[_-]?key$/i.test(name);
  if (isStandIn(value2)) return false;
  if (isRandom(value2, /[_-]key$/i.test(name) ? 20 : 16)) return true;
  const isSaid = /secret|credential|key$/i.test(name);
  if (isSaid && value2.length >= 12 && classesOf(value2) === 4 && !/\s/.test(value2)) return true;
  return where === "environment" && isRandom(value2, 10);
}

// src/detect/secrets/named.ts
var ENDS = /(?:pass(?:word|wd|phrase|code|wort)?|pwd?|psk|secret|token|key(?:[_-]?base|-data)?|_auth|masterauth|[_-]pat|credentials?|パスワード|密码|密碼|비밀번호|пароль|mot de passe|contraseña|kennwort|senha|wachtwoord|lösenord|hasło|parola)(?=[<：\s"'`:=(>|,\\\]])/gi;
var whole = once(() => new RegExp(`${NAME}$`, "i"));
var LONGEST_NAME = 28;
var BARE = "[^\\s\"'`;&|<>(){},]+";
var TYPE = "(?:[ \\t]{0,4}:[ \\t]{0,4}(?:&(?:'static )?)?(?:str|[sS]tring)\\b)?";
var assignment = once(
  () => new RegExp(
    `(${TYPE}(?: is| \\d{1,2})?\\\\?["'\\]]{0,2}[ \\t]{0,8}(?::=|=>|[=:\uFF1A])[ \\t]{0,8})(?:(\\\\?")([^"\\n\\\\]{1,4096})|(['\`])([^'\`\\n]{1,4096})(?=['\`])|(${BARE}))`,
    "y"
  )
);
var GIVEN = /[ \t]{1,4}(["']?)([^\s"'`;&|<>(){},-][^\s"'`;&|<>(){},]*)/y;
var CALLED = /\(\s{0,4}["']([^"'\s]{6,512})["']\s{0,4}\)/y;
var COLUMN = /(?:[ \t]{0,60}\|[ \t]{1,60}|[ \t]{2,60}|\t)([^\s|]{6,4096})[ \t]{0,400}\|?(?=\r?\n|$)/y;
var TAGGED = />\s{0,4}([^<>\s]{4,4096})\s{0,4}<\//y;
var PAIRED = /\\?["']?\s{0,4},?\s{1,60}(?:-\s)?\\?["']?value\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?([^\s"'\\<>,]{6,4096})/iy;
var NESTED = /\\?["']?\s{0,4}[:=]\s{0,4}\{[^{}]{0,200}?\\?["']?value\\?["']?\s{0,4}[:=]\s{0,4}\\?["']([^\s"'\\]{6,4096})|<\/key>\s{0,40}<string>([^<>\s]{6,4096})<\/string>|"\r?\n\s{0,4}\d{1,3}\) "([^"\s]{6,4096})"/y;
var QUOTED = /\s{1,4}(?:AS\s|=\s)?'([^'\n]{4,256})'/y;
var LEAD = 90;
function* named(text, strict) {
  let done = 0;
  for (const match of text.matchAll(ENDS)) {
    const at = match.index + match[0].length;
    if (match.index < done || !isFollowed(text, at)) continue;
    const name = whole().exec(text.slice(Math.max(0, at - LONGEST_NAME), at))?.[0];
    if (name === void 0) continue;
    const place = { text, name, start: at - name.length, at, strict };
    const found = valueBehind(place);
    if (!found) continue;
    if (found.isSecret || found.end - found.start > LONGEST_AGAIN) done = found.end;
    if (found.isSecret) yield { kind: kindOf(name), start: found.start, end: found.end };
  }
}
function isFollowed(text, at) {
  let here = at;
  while (QUOTES.includes(text.charAt(here)) && here < at + 3) here++;
  const afterQuotes = here;
  while (BLANKS.includes(text.charAt(here)) && here < at + 60) here++;
  const next = text.charAt(here);
  if (SIGNS.includes(next)) return next !== "";
  if (next === "(" || next === ">") return here === at;
  if (text.slice(at, at + 70).includes("alue") || text.slice(at, at + 5) === "</key" || text.slice(at, at + 2) === '"\n')
    return true;
  if (/^ (?:is|\d{1,2}):/.test(text.slice(at, at + 5))) return true;
  return afterQuotes === at && (here > at + 1 || text.charAt(at) === "	" || isLed(text, at));
}
function isLed(text, at) {
  if (text.charAt(at) !== " ") return false;
  const lead = text.slice(Math.max(0, at - LEAD), at);
  const word = lead.slice(Math.max(lead.lastIndexOf(" "), lead.lastIndexOf("\n")) + 1);
  const line = lead.slice(lead.lastIndexOf("\n") + 1).trimStart();
  return word.startsWith("-") || text.charAt(at + 1) === "'" || /^(?:ENV|ARG|setenv) /.test(line);
}
var QUOTES = `\\"']`;
var BLANKS = " 	";
var SIGNS = ":=|\uFF1A";
var LONGEST_AGAIN = 256;
function valueBehind(place) {
  const { text, at } = place;
  const assigned = assignedTo(place) ?? other(place, NESTED, "setting");
  if (assigned) return assigned;
  switch (text[at]) {
    case "(":
      return other(place, CALLED, "code");
    case ">":
      return other(place, TAGGED, "setting");
    case " ":
    case "	":
      return optionOf(place) ?? other(place, COLUMN, "environment", /^[A-Z]/.test(place.name) ? LINE_START : COLUMN_START) ?? other(place, GIVEN_LINE, "environment", IN_DOCKERFILE) ?? other(place, QUOTED, "setting", IN_SQL) ?? other(place, PAIRED, "environment", NAME_OF_PAIR);
    case '"':
    case "'":
    case "\\":
    case ",":
    case "\r":
    case "\n":
      return other(place, PAIRED, "environment", NAME_OF_PAIR);
    default:
      return void 0;
  }
}
var COLUMN_START = /(?:^|\n)[ \t]*\|?[ \t]*(?:[\w.-]*[_.-])?$/;
var GIVEN_LINE = /[ \t]([^\s"'\\=]{6,512})[ \t]{0,40}(?=\r?\n|$)/y;
var IN_DOCKERFILE = /(?:^|\n)[ \t]{0,8}(?:ENV|ARG|setenv|machine .{1,120}) ?[\w.-]*$|\n[ \t]{0,8}$/;
var IN_SQL = /\b(?:USER|ROLE|LOGIN|WITH|ALTER|CREATE|SET|ENCRYPTED)\b[^\n;]{0,80}$/i;
var NAME_OF_PAIR = /["']?\b(?:name|key)\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?[\w.:/-]{0,60}$/i;
function other(place, pattern, where, before) {
  const { text, at } = place;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return void 0;
  const lead = leadOf(place);
  if (before && !before.test(lead)) return void 0;
  const value2 = match[1] ?? match[2] ?? match[3] ?? "";
  const start = at + match[0].lastIndexOf(value2);
  const isSecret = isKept(fullName(lead) + place.name, value2, where);
  return isSecret ? { start, end: start + value2.length, isSecret } : void 0;
}
function leadOf({ text, start }) {
  return text.slice(Math.max(0, start - LEAD), start);
}
function fullName(lead) {
  return /[\w.-]*$/.exec(lead)?.[0] ?? "";
}
var OPTION = /(?<![\w-])--?(?!no-|ask-|with-)[a-z0-9-]{0,30}$/i;
function optionOf(place) {
  const { text, at, name, strict } = place;
  const lead = leadOf(place);
  if (!OPTION.test(lead)) return void 0;
  GIVEN.lastIndex = at;
  const match = GIVEN.exec(text);
  if (!match) return void 0;
  const [whole2, , value2 = ""] = match;
  const isValue = !/^[a-z]{1,8}=/.test(value2) && isLiteral(value2);
  const isSecret = isValue && (strict || isKept(fullName(lead) + name, value2, "environment"));
  return { start: at + whole2.length - value2.length, end: at + whole2.length, isSecret };
}
function assignedTo(place) {
  const { text, name, at, strict } = place;
  const pattern = assignment();
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return void 0;
  const [whole2, between2 = "", double, inDouble, single, inSingle, bare] = match;
  const value2 = inDouble ?? inSingle ?? bare ?? "";
  const start = at + between2.length + (double ?? single ?? "").length;
  const end = at + whole2.length;
  const lead = leadOf(place);
  const given = {
    value: value2,
    lead,
    name,
    isBare: bare !== void 0,
    isTight: between2 === "=",
    isRow: between2 === ":",
    next: text.slice(end, end + 1)
  };
  const isEmpty = /^=[ \t]/.test(between2) && name === name.toUpperCase();
  const isSecret = !isEmpty && isAssigned(given) && (strict ? !WEAK_NAME.test(name) || looksStrong(value2) : isCertain(given));
  return { start, end, isSecret };
}
var LINE_START = /(?:^|\n)[ \t]*(?:-[ \t]+)?\|?[ \t]*["']?[\w.-]*$/;
var TOKEN_START = /\[[A-Z_]*$|\[REDACTED:[a-z-]*$/;
var MEMBER = /^[a-z_]\w*(?:\??\.[a-z_]\w*)+$/i;
var WEAK_NAME = /^(?:pass|pw|[_-]key)$/i;
function isAssigned({ value: value2, lead, name, isBare, isTight, next }) {
  if (!isBare) return !(/\s/.test(value2) && !/phrase$/i.test(name)) && isLiteral(value2);
  if (value2.toLowerCase() === name.toLowerCase()) return false;
  if (/^[0-9a-f]{4}\]|^[a-z-]*\]/.test(value2) && TOKEN_START.test(lead)) return false;
  if (next === "(" || value2.includes("[") && !isToken(value2)) return false;
  if (MEMBER.test(value2) && !(isTight && name === name.toUpperCase()) && !isRandom(value2, 10)) return false;
  if (!isLiteral(value2)) return false;
  if (isTight || looksStrong(value2)) return true;
  return isLineEnd(next) && !/^[A-Z][a-z]*(?:[A-Z][a-z]+)*$/.test(value2) && LINE_START.test(lead);
}
var IN_ROW = /:[\w.-]*$/;
function looksStrong(value2) {
  return value2.length >= 6 && /\d/.test(value2) && /[a-z]/i.test(value2);
}
function isLineEnd(next) {
  return next === "" || next === "\n" || next === "\r";
}
var ENVIRONMENT = /(?:^|[\s"'`;,?&])[A-Z][A-Z0-9_]*$|(?:^|\n)(?:export |set |ENV )?[A-Z][A-Z0-9_]*$|^$|[\n\s"']$/;
var ITEM = /[;&?]\s{0,2}(?:amp;)?[\w.%-]*$/;
function isCertain({ value: value2, lead, name, isBare, isTight, isRow, next }) {
  if (isBare && isRow && IN_ROW.test(lead)) return false;
  const full = fullName(lead) + name;
  const isUpper = full === full.toUpperCase();
  if (!isBare) return isKept(full, value2, isUpper ? "setting" : "code");
  if (isTight && isUpper && ENVIRONMENT.test(lead)) return isKept(full, value2, "environment");
  const isLine = isLineEnd(next);
  if (isLine && LINE_START.test(lead) || isTight && ITEM.test(lead)) return isKept(full, value2, "setting");
  const isTold = isLine && !isTight && classesOf(value2) >= 3 && value2.length >= 8;
  return (isTold || isRandom(value2, 20) || isTight && isRandom(value2)) && isKept(full, value2, "code");
}

// src/detect/secrets/places.ts
var isDrawn2 = (value2) => isRandom(value2) && !isMadeUp(value2);
var isOwn = (value2) => isPasswordLike(value2, "environment");
var PLACES = [
  {
    kind: "password",
    hints: ["://"],
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?<user>[^\s/:@'"]{0,100}):(?<secret>[^\s/'"<>]{1,256})(?=@[\w.[-])/dgi,
    isCertain: (secret, { user = "" }) => isAddressPassword(secret, user),
    isMasked: true
  },
  {
    kind: "token",
    hints: ["://"],
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?<secret>[A-Za-z0-9_-]{20,256})(?=(?::x-oauth-basic)?@)/dgi,
    isCertain: isDrawn2,
    isMasked: true
  },
  {
    kind: "authorization",
    hints: ["uthorization", "UTHORIZATION"],
    pattern: /authorization\\?["']?\]?\s{0,4}[:=,]\s{0,4}\\?["']?(?:bearer|basic|token|digest|apikey|key|bot)(?::|\s{1,4})(?<secret>[^\s"'\\,;]{4,4096})/dgi,
    isCertain: isCredential,
    isMasked: true
  },
  {
    kind: "authorization",
    hints: ["earer ", "EARER "],
    pattern: /\bbearer\s{1,4}(?=[\w.~+/=-]{16})(?<secret>[^\s"'\\,;]{4,4096})/dgi,
    isCertain: isCredential,
    isMasked: true
  },
  {
    kind: "authorization",
    hints: ["uthorization", "UTHORIZATION"],
    pattern: /authorization\\?["']?\]?\s{0,4}[:=,]\s{0,4}\\?["']?(?<secret>[\w.~+/=-]{20,4096})/dgi,
    isCertain: isDrawn2
  },
  {
    kind: "authorization",
    hints: ["Basic "],
    pattern: /\bBasic (?<secret>[A-Za-z0-9+/]{12,400}={0,2})(?![\w+/=-])/dg,
    isCertain: isPair
  },
  {
    kind: "cookie",
    hints: ["ookie:", 'ookie"'],
    pattern: /\b(?:set-)?cookie\\?["']?\s{0,2}:\s{0,2}[^\r\n]{0,1000}?(?<![A-Za-z0-9])[\w.-]{0,40}(?:sess(?:ion)?(?:_?id)?|sid|auth|token|_NET_SessionId|SESSIONID)[\w.-]{0,20}=(?<secret>[^\s;"',]{16,4096})/dgi,
    isCertain: (secret) => isDrawn2(secret.replace(/%[0-9A-F]{2}/gi, ""))
  },
  {
    kind: "password",
    hints: ["sshpass"],
    pattern: /\bsshpass[ \t]+-p[ \t]*["']?(?<secret>[^\s"'`;&|<>(){},]+)/dg,
    isCertain: isOwn,
    isMasked: true
  },
  {
    kind: "password",
    hints: ["curl", "wget"],
    pattern: /\b(?:curl|wget)\b[^\n|;&]{0,400}?[ \t](?:-u|--user|--proxy-user)[ =]?["']?[^\s:'"]{1,100}:(?<secret>[^\s'"]{1,256})/dgi,
    isCertain: (secret) => isLiteral(secret) && (isOwn(secret) || isDrawn2(secret)),
    isMasked: true
  },
  {
    kind: "password",
    hints: ["mysql", "mariadb"],
    pattern: /\b(?:mysql|mariadb)(?:dump|admin|import)?\b[^\n|;&]{0,200}?[ \t]-p(?<secret>[^\s'"-][^\s'"]{0,255})/dg,
    isCertain: isOwn,
    isMasked: true
  },
  {
    kind: "password",
    hints: ["machine "],
    pattern: /\bmachine\s{1,4}\S{1,200}\s{1,8}login\s{1,4}\S{1,200}\s{1,8}password\s{1,4}(?<secret>\S{1,512})/dg,
    isCertain: (secret) => isOwn(secret) || isDrawn2(secret),
    isMasked: true
  },
  {
    kind: "password",
    hints: [":5432:", ":6432:", ":*:", ":5433:"],
    pattern: /^(?:[\w.-]{1,100}|\*):(?:\d{4,5}|\*):(?:[A-Za-z_][\w-]{0,60}|\*):[\w.@-]{1,60}:(?<secret>[^\s:]{6,128})$/dgm,
    isCertain: isOwn
  },
  {
    kind: "password",
    hints: ["IDENTIFIED", "identified"],
    pattern: /\bIDENTIFIED (?:WITH \w{1,40} )?BY\s{1,4}'(?<secret>[^'\n]{4,256})'/dgi,
    isCertain: isOwn
  },
  {
    // any other scheme than the usual ones
    kind: "authorization",
    hints: ["uthorization", "UTHORIZATION"],
    pattern: /authorization\\?["']?\]?\s{0,4}[:=,]\s{0,4}\\?["']?(?!basic|bearer)[a-z][\w-]{2,24}[ :]\s{0,3}(?:token=)?(?<secret>[\w.~+/=:-]{16,4096})/dgi,
    isCertain: (secret) => isDrawn2(secret) && !pairIn(secret)
  },
  {
    kind: "password",
    hints: ["ldap", "redis-cli", "sqlcmd", "bcp", "zip ", "login", "openssl", "smbclient"],
    pattern: /\b(?:ldap\w{2,10}\b[^\n|;&]{0,300}?\s-w|redis-cli\b[^\n|;&]{0,200}?\s-a|(?:sqlcmd|bcp|zip|unzip)\b[^\n|;&]{0,200}?\s-P|(?:docker|podman|helm|oc|az|nerdctl|skopeo)\b[^\n|;&]{0,60}?\blogin\b[^\n|;&]{0,200}?\s-p|openssl\b[^\n|;&]{0,300}?\s-pass(?:in|out)?\s{1,4}pass:|smbclient\b[^\n|;&]{0,200}?\s-U\s?[^\s%]{1,60}%)\s{0,4}["']?(?<secret>[^\s"']{6,256})/dg,
    isCertain: isOwn
  },
  {
    kind: "password",
    hints: ["mysqli", "mysql_connect", "PDO(", "getConnection("],
    pattern: /\b(?:mysqli?_connect|mysqli|PDO|getConnection)\(\s{0,8}["'][^"'\n]{0,200}["']\s{0,4},\s{0,8}["'][^"'\n]{0,100}["']\s{0,4},\s{0,8}["'](?<secret>[^"'\s]{6,256})["']/dg,
    isCertain: isOwn
  },
  {
    kind: "cookie",
    hints: ["	TRUE	", "	FALSE	"],
    pattern: /^(?:#HttpOnly_)?[\w.-]{1,200}\t(?:TRUE|FALSE)\t\S{1,200}\t(?:TRUE|FALSE)\t\d{1,16}\t[\w.-]{0,60}(?:sess|sid|auth|token|login|remember)[\w.-]{0,60}\t(?<secret>\S{16,4096})$/dgim,
    isCertain: isDrawn2
  },
  {
    kind: "password",
    hints: ["BUNDLE_"],
    pattern: /\bBUNDLE_[A-Z0-9_]{3,80}:\s{0,4}["']?(?<secret>[^\s"':]{1,100}:[^\s"']{6,256})/dg,
    isCertain: (secret) => !/^https?:/.test(secret) && !isMadeUp(secret)
  },
  {
    kind: "docker-auth",
    hints: ['"auth"', '"identitytoken"'],
    pattern: /"(?:auth|identitytoken|registrytoken)"\s{0,4}:\s{0,4}"(?<secret>[A-Za-z0-9+/=_.-]{8,4096})"/dg,
    isCertain: (secret) => isPair(secret) || isDrawn2(secret)
  },
  {
    kind: "aws-secret-key",
    hints: ["AKIA", "ASIA"],
    pattern: /(?<![A-Za-z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])[\s\S]{1,200}?(?<![A-Za-z0-9/+=])(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dg,
    isCertain: (secret) => classesOf(secret) >= 3 && isDrawn2(secret)
  },
  {
    kind: "recovery-phrase",
    hints: ["hrase", "nemonic", "HRASE", "NEMONIC"],
    pattern: /(?:mnemonic|(?:seed|recovery|secret|backup)[ _-]?phrase)["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b/dgi,
    isCertain: (secret) => !isMadeUp(secret)
  }
];
function* inPlaces(text, strict) {
  for (const { kind, hints, pattern, isCertain: isCertain2, isMasked } of PLACES) {
    if (!hints.some((hint) => text.includes(hint))) continue;
    for (const { indices, groups = {} } of text.matchAll(pattern)) {
      const [start, end] = indices?.groups?.secret ?? [0, 0];
      const secret = groups.secret ?? "";
      const isFound = strict && isMasked ? isLiteral(secret) : isLiteral(secret) && isCertain2(secret, groups);
      if (isFound) yield { kind, start, end };
    }
  }
}
function isAddressPassword(secret, user) {
  if (isReference(secret) || isMadeUp(secret) || isStandIn(secret)) return false;
  return secret.length >= 4 && secret.toLowerCase() !== user.toLowerCase() && !/^[A-Z_]+$/.test(secret);
}
function isCredential(secret) {
  if (isMadeUp(secret) || isReference(secret) || isStandIn(secret) || isWebToken(secret)) return false;
  const pair = pairIn(secret);
  if (pair) return isPairSecret(pair);
  return isRandom(secret) || secret.length >= 10 && classesOf(secret) >= 3 && /\d/.test(secret);
}
function isPair(secret) {
  const pair = isMadeUp(secret) ? void 0 : pairIn(secret);
  return pair !== void 0 && isPairSecret(pair);
}
function pairIn(secret) {
  const [user = "", ...rest] = (fromBase64(secret) ?? "").split(":");
  const password2 = rest.join(":");
  const isText = (text) => /^[\x20-\x7e]+$/.test(text);
  return isText(user) && isText(password2) ? [user, password2] : void 0;
}
function isPairSecret([user, password2]) {
  return password2.length >= 4 && password2 !== user && !isStandIn(password2) && !isMadeUp(password2);
}

// src/detect/secrets/formats.ts
var W = "[A-Za-z0-9_-]";
var A2 = "[A-Za-z0-9]";
var H = "[0-9a-f]";
var UUID2 = `${H}{8}-${H}{4}-${H}{4}-${H}{4}-${H}{12}`;
var platforms = () => [
  [
    "aws-key",
    "~A(?:KIA|SIA|BIA|CCA|3T[A-Z0-9])[A-Z0-9]{16}",
    `(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?!${A2})`
  ],
  ["aws-session-token", "FwoGZXIvYXdz IQoJb3JpZ2lu", "(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9/+]{60,4096}={0,2}"],
  [
    "aws-bedrock-key",
    "ABSK bedrock-api-key-",
    `ABSK[A-Za-z0-9+/]{100,269}={0,2}|bedrock-api-key-[A-Za-z0-9+/=]{60,4096}`
  ],
  ["aws-presigned-link", "X-Amz-Signature=", `X-Amz-Signature=(${H}{64})`, "body"],
  ["google-key", "AIza GOCSPX-", `AIza${W}{35}(?!${W})|GOCSPX-${W}{28}`],
  ["google-token", "ya29. 1//0", `ya29\\.[\\w-]{20,2048}|1//0${W}{30,255}`],
  [
    "azure-key",
    "+ASt +AIoT +ARm +ACR AzCa AzFu AzSe JQQJ99",
    `[A-Za-z0-9/+]{76}\\+(?:ASt|ARm)[A-Za-z0-9/+]{6,8}==|[A-Za-z0-9/+]{32,76}(?:\\+ACR|AzCa|AzFu|AzSe|\\+AIoT)[A-Za-z0-9/+]{5,8}={0,2}|${A2}{52}JQQJ99${A2}{18,30}(?!${A2})`
  ],
  ["azure-client-secret", "Q~", "[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}"],
  ["azure-devops-token", "AZDO", `${A2}{76}AZDO${A2}{4}(?!${A2})`],
  ["azure-sas", "sig=", "[?&;](?:amp;)?sig=([A-Za-z0-9%/+]{43,80}(?:%3[dD]|=))", "body"],
  [
    "github-token",
    "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
    "gh[pousr]_[A-Za-z0-9]{36,255}|ghs_[\\w.-]{36,600}|github_pat_[A-Za-z0-9_]{22,255}"
  ],
  [
    "gitlab-token",
    "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct- glwt- GR1348941",
    "gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|imt|agent|oas|ffct|wt)-[\\w.-]{20,300}|GR1348941[\\w-]{20,50}"
  ],
  ["bitbucket-token", "ATBB ATCTT3", `ATBB${A2}{32}(?!${A2})|ATCTT3xFfG[\\w=-]{50,300}`],
  ["atlassian-token", "ATATT3", "ATATT3[\\w=-]{60,300}"],
  ["gitea-token", "gta_ gitea_", `(?:gta_|gitea_)${H}{40}`],
  ["digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", `do[opr]_v1_${H}{64}`],
  ["heroku-key", "HRKU-", `HRKU-(?:AA[\\w-]{58,80}|${UUID2})`],
  ["fly-token", "fm1a_ fm1r_ fm2_ fo1_", `(?:fm1[ar]|fm2)_[A-Za-z0-9+/=,_-]{40,2048}|fo1_${W}{43}`],
  ["render-key", "~rnd_[A-Za-z0-9]{28}", `rnd_${A2}{28,40}(?!\\w)`],
  [
    "vercel-token",
    "vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_",
    `vc[piark]_${A2}{20,60}(?!${A2})|vercel_blob_rw_\\w{30,80}`
  ],
  ["netlify-token", "nfp_ nfo_ nfu_", `nf[pou]_${A2}{36,60}(?!\\w)`],
  ["supabase-key", "sbp_ sb_secret_", `sbp_(?:v0_|oauth_)?${H}{40}|sb_secret_${W}{22,64}`],
  ["planetscale-token", "pscale_", "pscale_(?:tkn|pw|oauth)_[\\w.=-]{32,64}"],
  ["neon-key", "~napi_\\w{20}|npg_\\w{10}", `napi_${A2}{32,80}(?!\\w)|npg_${A2}{10,32}(?!\\w)`],
  ["cloudflare-token", "v1.0- cfut_ cfat_ cfk_", `v1\\.0-${H}{24}-${H}{146}|cf(?:ut|at|k)_${A2}{40,60}(?!\\w)`],
  ["alibaba-key", "~LTAI[A-Za-z0-9]{12}", `LTAI${A2}{12,20}(?!${A2})`],
  ["tencent-key", "~AKID[A-Za-z0-9]{32}", `AKID${A2}{32,36}(?!${A2})`],
  [
    "yandex-token",
    "~AQVN[\\w-]{35}|t1\\.[\\w-]{20}|y[0-3]_[\\w-]{50}",
    `AQVN${W}{35,38}(?!${W})|t1\\.[A-Z0-9a-z_-]{5,400}[=]{0,2}\\.[\\w-]{86}={0,2}|y[0-3]_${W}{50,64}`
  ],
  ["ibm-key", "ApiKey-", `ApiKey-${UUID2}`],
  ["scaleway-key", "~SCW[A-Z0-9]{17}", `SCW[A-Z0-9]{17}(?!${A2})`],
  ["linode-token", "linode", `linode[\\w "':=-]{1,20}\\b(${H}{64})(?!\\w)`, "body"]
];
var tools = () => [
  ["npm-token", "npm_", "npm_\\w{36}(?!\\w)|npm_[A-Za-z0-9]{36}"],
  ["pypi-token", "pypi-", `pypi-${W}{50,1024}`],
  ["rubygems-key", "rubygems_", `rubygems_${H}{48}`],
  ["crates-token", "~cio[A-Za-z0-9]{32}", `cio[A-Za-z0-9]{32}(?!\\w)`],
  ["nuget-key", "~oy2[a-z0-9]{40}", `oy2[a-z0-9]{43}(?!${A2})`],
  ["clojars-token", "CLOJARS_", "CLOJARS_[a-z0-9]{60}"],
  ["docker-token", "dckr_", `dckr_(?:pat|oat)_${W}{20,64}`],
  ["vault-token", "hvs. hvb. hvr.", "hv[sbr]\\.[\\w-]{20,300}"],
  ["terraform-token", ".atlasv1.", `${A2}{14}\\.atlasv1\\.[\\w=-]{60,80}`],
  [
    "doppler-token",
    "~dp\\.[a-z]{2,5}\\.",
    `dp\\.(?:pt|st|ct|sa|scim|audit|said)\\.(?:[a-z0-9_-]{2,35}\\.)?${A2}{40,44}(?!${A2})`
  ],
  ["infisical-token", "~st\\.[0-9a-f]{24}", `st\\.${H}{24}\\.${H}{32}\\.${H}{32}`],
  [
    "onepassword-token",
    "ops_ A3-",
    "ops_eyJ[A-Za-z0-9+/]{100,4096}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}(?![A-Z0-9])"
  ],
  ["age-key", "AGE-SECRET-KEY-", "AGE-SECRET-KEY-1[A-Z0-9]{58}|AGE-SECRET-KEY-PQ-1[A-Z0-9]{58,200}"],
  ["databricks-token", "~d(?:api|kea|ose)[0-9a-f]{32}", `(?:dapi|dkea|dose)${H}{32}(?:-\\d)?(?!${A2})`],
  [
    "grafana-token",
    "glsa_ glc_ eyJrIjoi",
    `glsa_${A2}{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2}|eyJrIjoi${A2}{70,400}={0,3}`
  ],
  ["sentry-token", "sntrys_ sntryu_ sntrya_ sntryi_", `sntrys_[A-Za-z0-9+/=_-]{40,400}|sntry[uai]_${H}{64}`],
  [
    "newrelic-key",
    "NRAK- NRII- NRRA- NRAA- NRSP- FFFFNRAL",
    `NR(?:AK|AA)-[A-Z0-9a-z]{27}|NRII-${W}{32}|NRRA-${H}{42}|${H}{36}FFFFNRAL|NRSP-[a-z]{2}\\d{2}${H}{31}`
  ],
  ["datadog-key", "ddapp_ ddapi_ ddpat_", `dd(?:app|api|pat)_${A2}{34,64}`],
  ["dynatrace-token", "~dt0[a-z]\\d\\d\\.", "dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}"],
  [
    "pagerduty-key",
    "pagerduty PagerDuty PAGERDUTY",
    `[Pp](?:ager[Dd]uty|AGERDUTY)[\\w "':=-]{0,30}[=:]\\s{0,3}(?:Token token=)?["']?([A-Za-z0-9+_-]{20}|${A2}{32})(?![\\w-])`,
    "body"
  ],
  ["harness-token", "~[ps]at\\.[\\w-]{22}\\.", `(?:pat|sat)\\.[\\w-]{22}\\.${H}{24}\\.${A2}{20}`],
  ["buildkite-token", "bkua_ bkat_", `bk[ua][at]_${H}{40}`],
  ["circleci-token", "CCIPAT_ CCIPRJ_", "CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}"],
  ["pulumi-token", "pul-", `pul-${H}{40}`],
  ["postman-key", "PMAK- PMAT-", `PMAK-${H}{24}-${H}{34}|PMAT-${A2}{26}`],
  ["sonar-token", "squ_ sqp_ sqa_", `sq[upa]_${H}{40}`],
  ["jfrog-token", "AKCp cmVmdGtuO", `AKCp[A-Za-z0-9]{69}|cmVmdGtuO[A-Za-z0-9+/]{50,80}`],
  ["snyk-token", "snyk_", `snyk_(?:uat|sat|pat)\\.[\\w.-]{30,200}`],
  ["tailscale-key", "tskey-", "tskey-(?:[a-z]+-)?[A-Za-z0-9]{8,24}(?:-[A-Za-z0-9]{20,64})?"],
  ["ngrok-key", "ngrok", `ngrok[\\w "':=-]{0,30}\\b(2[A-Za-z0-9]{26}_[A-Za-z0-9]{20,22})`, "body"],
  ["prefect-key", "pnu_ pnb_", "pn[ub]_[a-zA-Z0-9]{36}"],
  ["launchdarkly-key", "~(?:api|sdk|mob)-[0-9a-f]{8}-", `(?:api|sdk|mob)-${UUID2}`],
  ["readme-key", "rdme_", "rdme_[a-z0-9]{70}"],
  ["frameio-token", "fio-u-", `fio-u-${W}{64}`],
  ["flyway-key", "~FL01[0-9A-F]{30}", `FL01[0-9A-F]{30,1024}`],
  [
    "one-time-secret",
    "otpauth://",
    `otpauth://[^\\s"'<>]{0,300}(?:[?&]|%3F|%26)secret(?:=|%3D)([A-Z2-7]{16,128}=*)`,
    "body"
  ]
];
var services = () => [
  ["anthropic-key", "sk-ant-", `sk-ant-${W}{20,255}`],
  ["openrouter-key", "sk-or-", `sk-or-v1-${H}{64}`],
  [
    "openai-key",
    "~sk-[\\w-]{20}",
    `sk-(?:proj|svcacct|admin|service|None)-${W}{20,255}|sk-[A-Za-z0-9]{20,255}(?![\\w-])`
  ],
  ["langsmith-key", "lsv2_", `lsv2_(?:pt|sk)_${H}{32}_${H}{10}`],
  ["langfuse-key", "sk-lf-", `sk-lf-${UUID2}`],
  ["groq-key", "gsk_", `gsk_${A2}{48,60}(?!${A2})`],
  ["xai-key", "xai-", `xai-${A2}{60,100}(?!${A2})`],
  ["perplexity-key", "pplx-", `pplx-${A2}{40,64}(?!${A2})`],
  ["replicate-token", "r8_", `r8_${A2}{37,40}(?!${A2})`],
  ["huggingface-token", "hf_ api_org_", `hf_${A2}{34}(?!\\w)|hf_${A2}{34}|api_org_${A2}{34}`],
  ["fireworks-key", "~fw_[A-Za-z0-9]{22}", `fw_${A2}{22,40}(?!\\w)`],
  ["nvidia-key", "nvapi-", `nvapi-${W}{50,100}`],
  ["tavily-key", "tvly-", `tvly-(?:dev-|prod-)?${A2}{20,64}`],
  ["elevenlabs-key", "~sk_[0-9a-f]{40}", `sk_${H}{48}(?!\\w)`],
  ["pinecone-key", "pcsk_", "pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,70}"],
  ["cerebras-key", "csk-", `csk-[a-z0-9]{48}(?!\\w)`],
  ["wandb-key", "wandb_v1_", "wandb_v1_\\w{60,90}"],
  [
    "slack-token",
    "xox xapp-",
    "xox[abeoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{8,255}|xapp-(?:\\d-)?[A-Za-z0-9-]{10,255}|xoxe-\\d-[A-Za-z0-9]{100,255}"
  ],
  [
    "slack-webhook",
    "hooks.slack",
    "(?:hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/)([\\w/-]{20,255})",
    "body"
  ],
  [
    "discord-token",
    "~[MNO][A-Za-z\\d]{23,28}\\.",
    `[MNO][A-Za-z\\d]{23,28}\\.[\\w-]{6}\\.[\\w-]{27,45}(?!${W})|mfa\\.[\\w-]{84}`
  ],
  ["discord-webhook", "/api/webhooks/", "discord(?:app)?\\.com/api/webhooks/(\\d{17,20}/[\\w-]{60,72})", "body"],
  [
    "teams-webhook",
    ".webhook.office.com/ .logic.azure.com",
    `webhook\\.office\\.com/webhookb2/([\\w@-]{36,80}/IncomingWebhook/${H}{32}/[\\w-]{36})`,
    "body"
  ],
  [
    "google-chat-webhook",
    "chat.googleapis.com",
    "chat\\.googleapis\\.com/v1/spaces/[\\w-]{5,40}/messages\\?key=[\\w-]{39}&(?:amp;)?token=([\\w%-]{40,60})",
    "body"
  ],
  ["telegram-token", "~\\d{8}:A", `\\d{8,10}:A[A-Za-z0-9_-]{34}(?!${W})`],
  [
    "stripe-key",
    "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_",
    `[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{24,255}`
  ],
  ["square-token", "~EAAA[\\w-]{56}|sq0[aci]", `sq0(?:atp|csp|idb)-${W}{22,43}|EAAA${W}{56,64}(?!${W})`],
  ["paypal-token", "access_token$", `access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$${H}{32}`],
  ["shopify-token", "shpat_ shpca_ shppa_ shpss_", `shp(?:at|ca|pa|ss)_${A2}{32,64}|shppa_${A2}{32,64}`],
  ["twilio-key", "~(?:AC|SK)[0-9a-f]{8}", `(?:AC|SK)${H}{32}(?!${A2})`],
  ["sendgrid-key", "SG.", "SG\\.[\\w-]{16,64}\\.[\\w-]{16,64}"],
  ["brevo-key", "xkeysib- xsmtpsib-", `x(?:keys|smtps)ib-${H}{64}-${A2}{16}`],
  ["mailgun-key", "~key-[a-z0-9]{20}", `key-(?:${H}{32}|[a-z0-9]{32})(?!${A2})`],
  ["mailchimp-key", "~[0-9a-f]{32}-us", `${H}{32}-us\\d{1,2}(?!${A2})`],
  ["mandrill-key", "~md-[\\w-]{22}", `md-${W}{22}(?!${W})`],
  ["resend-key", "~re_[A-Za-z0-9]{7,9}_", `re_[A-Za-z0-9]{7,9}_[A-Za-z0-9]{20,26}(?!\\w)`],
  [
    "postmark-token",
    "X-Postmark-",
    `X-Postmark-(?:Server|Account)-Token["']?\\s{0,3}[:,]\\s{0,3}["']?(${UUID2})`,
    "body"
  ],
  ["linear-key", "lin_api_ lin_oauth_", `lin_(?:api_\\w{32,128}|oauth_${H}{64})`],
  ["notion-token", "~ntn_\\w{30}|secret_[A-Za-z0-9]{43}", `ntn_[A-Za-z0-9]{40,60}(?!${A2})|secret_${A2}{43}(?!\\w)`],
  ["airtable-token", "~pat[A-Za-z0-9]{14}\\.", `pat${A2}{14}\\.${H}{64}`],
  ["asana-token", "~[012]/\\d{16}", `[012]/\\d{16}(?:/\\d{16})?:${H}{32}(?!${A2})`],
  ["figma-token", "figd_ figo_ figu_", `fig[dou]r?_${W}{40,200}`],
  ["miro-token", "miro_", "miro_[a-z]{2,8}_[A-Za-z0-9_-]{27,80}"],
  ["clickup-token", "~pk_\\d{6,10}_", `pk_\\d{6,10}_[A-Z0-9]{32}(?!\\w)`],
  ["firebase-key", ":APA91b", "AAAA[\\w-]{7}:APA91b[\\w-]{100,200}"],
  ["hubspot-token", "pat-na1- pat-eu1- pat-na2-", `pat-(?:na|eu|ap)\\d-${UUID2}`],
  ["intercom-token", "~dG9r[A-Za-z0-9]{52}", `dG9r[A-Za-z0-9]{52,64}={0,2}(?!\\w)`],
  ["contentful-token", "CFPAT-", `CFPAT-${W}{43,48}`],
  ["typeform-token", "tfp_", "tfp_[\\w.=-]{40,64}"],
  ["dropbox-token", "~sl\\.[\\w-]{20}", `sl\\.(?:u\\.)?[\\w=-]{100,2048}`],
  ["facebook-token", "~EAA[A-Za-z0-9]{60}", `EAA[A-Za-z0-9]{60,300}(?!\\w)`],
  ["twitter-token", "AAAAAAAA", "A{22}[A-Za-z0-9%]{60,130}"],
  ["mapbox-token", "sk.eyJ", `sk\\.eyJ[\\w-]{40,300}\\.[\\w-]{20,64}`],
  ["plaid-token", "access-", `access-(?:sandbox|development|production)-${UUID2}`],
  ["easypost-key", "EZAK EZTK", `EZ[AT]K${A2}{54}`],
  ["shippo-token", "shippo_", `shippo_(?:live|test)_${H}{40}`],
  ["duffel-token", "duffel_", `duffel_(?:test|live)_[\\w=-]{43}`],
  ["flutterwave-key", "FLWSECK", "FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?"],
  ["razorpay-key", "rzp_", "rzp_live_[A-Za-z0-9]{14}(?!\\w)"],
  ["lob-key", "~(?:live|test)_[0-9a-f]{35}", `(?:live|test)_${H}{35}(?!\\w)`],
  [
    "adyen-key",
    "~AQE[A-Za-z0-9+/]{60}",
    "AQE[A-Za-z0-9+/]{60,200}={0,2}-[A-Za-z0-9+/]{40,64}={0,2}-[A-Za-z0-9?.,!~{}()<>;:*+-]{10,20}"
  ],
  [
    "algolia-key",
    "lgolia LGOLIA",
    `(?:algolia|Algolia|ALGOLIA)[\\w "':=,{-]{0,40}[=:,]\\s{0,3}["']?(${H}{32})(?!\\w)`,
    "body"
  ],
  ["zapier-webhook", "hooks.zapier.com", "hooks\\.zapier\\.com/hooks/catch/(\\d+/\\w+)", "body"],
  ["segment-key", "sgp_", `sgp_(?:${A2}{64}|${H}{40}|[0-9a-f]{16}_${H}{40})`],
  ["clerk-key", "~ak_[A-Za-z0-9]{30}", "ak_[A-Za-z0-9]{30,64}(?!\\w)"],
  ["posthog-key", "phx_ phs_", "ph[xs]_[A-Za-z0-9]{40,64}(?!\\w)"],
  [
    "wireguard-key",
    "PrivateKey PresharedKey",
    "(?:PrivateKey|PresharedKey)\\s{0,4}=\\s{0,4}([A-Za-z0-9+/]{43}=)",
    "body"
  ]
];
var formats = once(() => [...platforms(), ...tools(), ...services()]);
var HINT = /\.webhook\.office\.com\/|chat\.googleapis\.com|\.logic\.azure\.com|X-Amz-Signature=|bedrock-api-key-|hooks\.zapier\.com|AGE-SECRET-KEY-|vercel_blob_rw_|\/api\/webhooks\/|access_token\$|FwoGZXIvYXdz|IQoJb3JpZ2lu|PresharedKey|X-Postmark-|github_pat_|hooks\.slack|PrivateKey|lin_oauth_|otpauth:\/\/|sb_secret_|\.atlasv1\.|GR1348941|PAGERDUTY|PagerDuty|cmVmdGtuO|pagerduty|rubygems_|wandb_v1_|xsmtpsib-|AAAAAAAA|CLOJARS_|FFFFNRAL|api_org_|eyJrIjoi|glagent-|lin_api_|pat-eu1-|pat-na1-|pat-na2-|rk_live_|rk_prod_|rk_test_|sk_live_|sk_prod_|sk_test_|xkeysib-|:APA91b|ApiKey-|CCIPAT_|CCIPRJ_|FLWSECK|GOCSPX-|access-|doo_v1_|dop_v1_|dor_v1_|duffel_|glffct-|glsoat-|pscale_|shippo_|sk-ant-|sntrya_|sntryi_|sntrys_|sntryu_|ATATT3|ATCTT3|CFPAT-|JQQJ99|LGOLIA|ddapi_|ddapp_|ddpat_|fio-u-|gitea_|glcbt-|glimt-|gloas-|glpat-|glptt-|lgolia|linode|nvapi-|shpat_|shpca_|shppa_|shpss_|sk-lf-|sk-or-|sk\.eyJ|tskey-|whsec_|\+AIoT|HRKU-|NRAA-|NRAK-|NRII-|NRRA-|NRSP-|PMAK-|PMAT-|bkat_|bkua_|cfat_|cfut_|dckr_|figd_|figo_|figu_|fm1a_|fm1r_|gldt-|glft-|glrt-|glsa_|glwt-|lsv2_|miro_|ngrok|pcsk_|pplx-|pypi-|rdme_|snyk_|tvly-|v1\.0-|xapp-|ya29\.|\+ACR|\+ARm|\+ASt|1\/\/0|ABSK|AIza|AKCp|ATBB|AZDO|AzCa|AzFu|AzSe|EZAK|EZTK|cfk_|csk-|fm2_|fo1_|gho_|ghp_|ghr_|ghs_|ghu_|glc_|gsk_|gta_|hvb\.|hvr\.|hvs\.|nfo_|nfp_|nfu_|npm_|ops_|phs_|phx_|pnb_|pnu_|pul-|rzp_|sbp_|sgp_|sig=|sqa_|sqp_|squ_|tfp_|vca_|vci_|vck_|vcp_|vcr_|xai-|A3-|SG\.|hf_|r8_|xox|Q~|A(?:KIA|SIA|BIA|CCA|3T[A-Z0-9])[A-Z0-9]{16}|rnd_[A-Za-z0-9]{28}|napi_\w{20}|npg_\w{10}|LTAI[A-Za-z0-9]{12}|AKID[A-Za-z0-9]{32}|AQVN[\w-]{35}|t1\.[\w-]{20}|y[0-3]_[\w-]{50}|SCW[A-Z0-9]{17}|cio[A-Za-z0-9]{32}|oy2[a-z0-9]{40}|dp\.[a-z]{2,5}\.|st\.[0-9a-f]{24}|d(?:api|kea|ose)[0-9a-f]{32}|dt0[a-z]\d\d\.|[ps]at\.[\w-]{22}\.|(?:api|sdk|mob)-[0-9a-f]{8}-|FL01[0-9A-F]{30}|sk-[\w-]{20}|fw_[A-Za-z0-9]{22}|sk_[0-9a-f]{40}|[MNO][A-Za-z\d]{23,28}\.|\d{8}:A|EAAA[\w-]{56}|sq0[aci]|(?:AC|SK)[0-9a-f]{8}|key-[a-z0-9]{20}|[0-9a-f]{32}-us|md-[\w-]{22}|re_[A-Za-z0-9]{7,9}_|ntn_\w{30}|secret_[A-Za-z0-9]{43}|pat[A-Za-z0-9]{14}\.|[012]\/\d{16}|pk_\d{6,10}_|dG9r[A-Za-z0-9]{52}|sl\.[\w-]{20}|EAA[A-Za-z0-9]{60}|(?:live|test)_[0-9a-f]{35}|AQE[A-Za-z0-9+/]{60}|ak_[A-Za-z0-9]{30}/;

// src/detect/secrets/tokens.ts
var START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtbfv]|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]{0,8}m|/bot))`;
var search = once(() => {
  const words = [];
  const shapes = [];
  for (const format of formats()) {
    const [, hints] = format;
    if (hints.startsWith("~")) shapes.push([new RegExp(hints.slice(1)), format]);
    else for (const word of hints.split(" ")) words.push([word, format]);
  }
  words.sort(([one], [other2]) => other2.length - one.length);
  return { hints: new RegExp(`(?=(${HINT.source}))`, "g"), words, shapes };
});
var formOf = memo((format) => {
  const [, , form, part2] = format;
  return new RegExp(`${START}(?:${form})`, part2 === "body" ? "dg" : "g");
});
var LONG = /(?!toolu_)(?=[\w-]{0,48}[0-9A-Z])(?=[\w-]{0,48}[G-Zg-z_])[\w-]{14}|[012]\/\d{16}|access_token\$/;
function tokens(text, strict) {
  const found = text.includes("eyJ") ? [...webTokens(text, strict)] : [];
  if (!LONG.test(text)) return found;
  if (!HINT.test(text)) return found;
  for (const format of likely(text)) {
    const [kind, , , part2] = format;
    for (const match of text.matchAll(formOf(format))) {
      const [start, end] = part2 === "body" && match.indices?.[1] || [match.index, match.index + match[0].length];
      if (start === end || !strict && isExample(text.slice(start, end))) continue;
      found.push({ kind, start, end });
    }
  }
  return found;
}
function likely(text) {
  const { hints, words, shapes } = search();
  const seen = /* @__PURE__ */ new Set();
  for (const match of text.matchAll(hints)) seen.add(match[1] ?? "");
  const some = /* @__PURE__ */ new Set();
  for (const each of seen) {
    for (const [word, format] of words) if (each.startsWith(word)) some.add(format);
    for (const [shape, format] of shapes) if (!some.has(format) && shape.test(each)) some.add(format);
  }
  return formats().filter((format) => some.has(format));
}
function isExample(token) {
  if (isMadeUp(token)) return true;
  const body = token.slice(token.search(/[_-][A-Za-z0-9]{8,}$/) + 1);
  return isMadeUp(body);
}
var APART = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbfv]|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]{0,8}m))`;
var WEB_TOKEN = once(() => new RegExp(`${APART}eyJ[\\w-]{10,8192}\\.eyJ[\\w-]{10,8192}(?:\\.[\\w-]{0,2048})?`, "g"));
var ENCRYPTED = once(
  () => new RegExp(
    `${APART}eyJ[\\w-]{10,2048}(?:\\.[\\w-]{0,1024}\\.[\\w-]{16,64}\\.[\\w-]{10,8192}\\.[\\w-]{16,64})(?![\\w-])`,
    "g"
  )
);
var SHORTEST_SIGNATURE = 20;
function* webTokens(text, strict) {
  for (const { 0: token, index } of text.matchAll(WEB_TOKEN())) {
    const end = index + token.length;
    if (strict || isSecretWebToken(token, end === text.length)) yield { kind: "jwt", start: index, end };
  }
  if (strict) return;
  for (const { 0: token, index } of text.matchAll(ENCRYPTED()))
    yield { kind: "jwt", start: index, end: index + token.length };
}
var SHOWN = /"sub"\s*:\s*"1234567890"|"iss"\s*:\s*"supabase-demo"|"role"\s*:\s*"anon"/;
function isSecretWebToken(token, isCut) {
  const [header = "", payload = "", signature] = token.split(".");
  const isSigned = signature === void 0 ? isCut : signature.length >= SHORTEST_SIGNATURE && !isMadeUp(signature);
  if (!isSigned) return false;
  const said = fromBase64(payload) ?? "";
  return !SHOWN.test(said) && !/"alg"\s*:\s*"none"/i.test(fromBase64(header) ?? "");
}

// src/detect/secrets/index.ts
function findSecrets(text, { strict = false, formats: formats2 = [] } = {}) {
  if (text.length < SHORTEST2) return [];
  const found = [];
  for (const { kind, find } of formats2) for (const span of find(text)) found.push({ kind, ...span });
  found.push(...privateKeys(text), ...tokens(text, strict), ...inPlaces(text, strict));
  found.push(...kubernetesSecrets(text), ...named(text, strict));
  if (!strict) found.push(...besideNames(text));
  return found.length > 1 ? apart(found) : found;
}
var SHORTEST2 = 6;
function apart(found) {
  const ranked = found.map((secret, rank) => ({ secret, rank })).sort((a, b) => a.secret.start - b.secret.start || a.rank - b.rank);
  const result = [];
  for (const each of ranked) {
    const last = result.at(-1);
    if (!last || each.secret.start >= last.secret.end) {
      result.push(each);
      continue;
    }
    const first = last.rank <= each.rank ? last : each;
    const secret = {
      kind: first.secret.kind,
      start: last.secret.start,
      end: Math.max(last.secret.end, each.secret.end)
    };
    result[result.length - 1] = { secret, rank: first.rank };
  }
  return result.map(({ secret }) => secret);
}
function replaceSpans(text, spans, replace) {
  let replaced = "";
  let done = 0;
  for (const span of spans) {
    replaced += text.slice(done, span.start) + replace(span, text.slice(span.start, span.end));
    done = span.end;
  }
  return spans.length === 0 ? text : replaced + text.slice(done);
}

// src/reviewers/builtin/marks.ts
var ROUNDS = 6;
function secretsOf(text, search2) {
  const { allow = [] } = search2;
  let spans = [];
  let masked = text;
  for (let round = 0; round < ROUNDS; round++) {
    const found = findSecrets(masked, search2).filter(({ kind }) => !allow.includes(kind));
    if (found.length === 0) break;
    const places = placesOf(text, spans);
    const added = found.map(({ kind, start, end }) => ({ kind, ...inOriginal(places, start, end) }));
    spans = joined([...spans, ...added]);
    masked = withMarks(text, spans);
  }
  return spans;
}
function withMarks(text, secrets) {
  return replaceSpans(text, secrets, ({ kind }, secret) => {
    const before = /^\s*/.exec(secret)?.[0] ?? "";
    const lines2 = secret.slice(before.length).split("\n").length - 1;
    return `${before}[REDACTED:${kind}]${"\n".repeat(lines2)}`;
  });
}
function placesOf(text, spans) {
  let shift = 0;
  return spans.map(({ kind, start, end }) => {
    const mark = withMarks(text.slice(start, end), [{ kind, start: 0, end: end - start }]);
    const masked = [start + shift, start + shift + mark.length];
    shift += mark.length - (end - start);
    return { masked, original: [start, end] };
  });
}
function inOriginal(stretches, start, end) {
  const at = (offset, isEnd) => {
    let shift = 0;
    for (const { masked, original } of stretches) {
      if (offset <= masked[0] && !(isEnd && offset > masked[0])) break;
      if (offset < masked[1] || isEnd && offset === masked[1]) return original[isEnd ? 1 : 0];
      shift = original[1] - masked[1];
    }
    return offset + shift;
  };
  return { start: at(start, false), end: at(end, true) };
}
function joined(spans) {
  const result = [];
  for (const span of [...spans].sort((one, other2) => one.start - other2.start)) {
    const last = result.at(-1);
    if (last && span.start < last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}

// ../s1-blind/score.ts
var clean = (t) => withMarks(t, secretsOf(t, {}));
var all = readSecrets();
var by = { true: [0, 0], false: [0, 0] };
var rows = { true: [0, 0], false: [0, 0] };
for (const r of all) {
  const c = clean(r.text);
  const k = String(!!r.tune);
  let ok = true;
  for (const s of r.secrets) {
    by[k][1]++;
    if (c.includes(s)) {
      ok = false;
      if (r.tune) console.log("MISS", r.id, r.kind, "|", r.why, "\n   ", JSON.stringify(r.text.slice(Math.max(0, r.text.indexOf(s) - 100), r.text.indexOf(s) + 120)));
    } else by[k][0]++;
  }
  rows[k][1]++;
  if (ok) rows[k][0]++;
  if (r.secrets.length === 0 && c !== r.text) console.log("?", r.id);
}
console.log("secrets found (tune)", by.true, "held", by.false, "rows", rows);
var ord = readFileSync3("/tmp/w/s1-blind/ordinary.jsonl", "utf8").split("\n").filter(Boolean).map((l) => expand(JSON.parse(l)));
var fp = { true: [0, 0], false: [0, 0] };
for (const r of ord) {
  const k = String(!!r.tune);
  fp[k][1]++;
  const f = secretsOf(r.text, {});
  if (f.length) {
    fp[k][0]++;
    if (r.tune) for (const x of f) console.log("FALSE", r.id, r.kind, x.kind, JSON.stringify(r.text.slice(Math.max(0, x.start - 60), x.start)) + ">>" + JSON.stringify(r.text.slice(x.start, x.end)));
  }
}
console.log("ordinary", fp);
var n = 0;
var h = 0;
for (const r of bulk()) {
  n++;
  const f = secretsOf(r.text, {});
  if (f.length) {
    h++;
    const x = f[0];
    if (h < 15) console.log("BULK", x.kind, JSON.stringify(r.text.slice(Math.max(0, x.start - 60), x.start)) + ">>" + JSON.stringify(r.text.slice(x.start, x.end)));
  }
}
console.log("bulk", h, n);
