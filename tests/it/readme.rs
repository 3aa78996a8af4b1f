//! Checks the README against the service: commands and their output, statuses, paths, settings.

use sudoku_validator::http;

use crate::support::contract::documented;
use crate::support::service::settings;
use crate::support::{get, post_as};

const README: &str = include_str!("../../README.md");

/// A curl command of the README.
struct Command {
    path: &'static str,
    /// The media type and the body that it sends.
    body: Option<(&'static str, &'static str)>,
    /// The line below it.
    output: &'static str,
}

/// The curl commands of the README. In a block, blank lines separate them, and each may have a comment above it.
fn curl_commands() -> Vec<Command> {
    let blocks = README
        .split("```console\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap());
    let paragraphs = blocks.flat_map(|block| block.split("\n\n"));
    let commands = paragraphs.filter_map(|paragraph| {
        let command = match paragraph.strip_prefix("# ") {
            Some(comment) => comment.split_once('\n')?.1,
            None => paragraph,
        };
        command.strip_prefix("$ curl ")
    });
    commands
        .map(|command| {
            let (command, output) = command.trim_end().rsplit_once('\n').unwrap();
            let (options, path) = command.split_once("http://127.0.0.1:8080").unwrap();
            let quoted: Vec<&str> = options.split('\'').collect();
            let body = match quoted[..] {
                ["--json ", json, ..] => Some(("application/json", json)),
                ["-H ", header, " -d ", text, ..] => {
                    Some((header.strip_prefix("Content-Type: ").unwrap(), text))
                }
                _ => None,
            };
            Command {
                path: path.trim_end_matches('\''),
                body,
                output,
            }
        })
        .collect()
}

#[tokio::test]
async fn every_curl_command_prints_the_output_in_the_readme() {
    let commands = curl_commands();
    assert!(commands.len() >= 20);
    for Command { path, body, output } in commands {
        let response = match body {
            Some((media_type, body)) => post_as(media_type, path, body).await,
            None => get(path).await,
        };
        assert_eq!(
            String::from_utf8(response.body).unwrap().trim_end(),
            output,
            "{path}"
        );
    }
}

/// Each batch command of the README: its lines, its path, and the output below it.
fn batch_commands() -> Vec<(String, &'static str, &'static str)> {
    let commands = README.split("$ printf '%s\\n' ").skip(1).map(|rest| {
        let command = rest.split("\n```").next().unwrap();
        let (lines, command) = command.split_once(" |\n").unwrap();
        let (url, output) = command.split_once('\n').unwrap();
        let path = url.split("http://127.0.0.1:8080").nth(1).unwrap();
        (lines.replace("' '", "\n").replace('\'', ""), path, output)
    });
    commands.collect()
}

#[tokio::test]
async fn the_batch_commands_print_the_output_in_the_readme() {
    let commands = batch_commands();
    assert_eq!(commands.len(), 2);
    for (lines, path, output) in commands {
        let response = post_as("text/plain", path, lines).await;
        assert_eq!(response.text().trim_end(), output);
    }
}

/// `examples/clients/check` runs the files.
#[test]
fn each_client_in_the_readme_is_a_file() {
    for (language, file) in [
        (
            "js",
            include_str!("../../examples/clients/first-request.mjs"),
        ),
        ("js", include_str!("../../examples/clients/highlight.mjs")),
        ("js", include_str!("../../examples/clients/placement.mjs")),
        (
            "python",
            include_str!("../../examples/clients/first_request.py"),
        ),
    ] {
        assert!(
            README.contains(&format!("```{language}\n{file}```\n")),
            "{file}"
        );
    }
    for language in ["js", "python"] {
        let blocks = README.matches(&format!("```{language}\n")).count();
        assert_eq!(blocks, if language == "js" { 3 } else { 1 }, "{language}");
    }
}

#[test]
fn every_status_of_the_contract_is_in_the_readme() {
    for status in documented()
        .into_iter()
        .map(|(_, _, status)| status)
        .chain([404, 405])
    {
        assert!(README.contains(&format!("\n| {status} |")), "{status}");
    }
}

#[test]
fn every_endpoint_is_in_the_readme_with_a_curl_command() {
    for (path, method) in http::endpoints() {
        let row = format!("\n| `{method} {path}` |");
        assert!(README.contains(&row), "no row for {method} {path}");
        let url = format!("http://127.0.0.1:8080{}", path.split('{').next().unwrap());
        let mut commands = README.split("curl ").skip(1);
        let ends = |rest: &str| path.contains('{') || rest.starts_with(['\n', '\'', '?', ' ']);
        let is_called =
            |command: &str| command.split_once(&url).is_some_and(|(_, rest)| ends(rest));
        assert!(commands.any(is_called), "no curl command for {path}");
    }
}

#[test]
fn every_setting_is_in_the_readme() {
    for (flag, variable) in settings() {
        assert!(
            README.contains(&format!("| `{flag}` | `{variable}` |")),
            "{flag}"
        );
    }
}
